package import System

/// What is answered: a status, header fields and a body.
///
/// `Content-Length`, `Transfer-Encoding` and `Date` are the encoder's business; a handler that
/// sets them is not listened to. `Connection: close` closes after this answer.
package struct Response: Sendable {
    /// What the answer carries.
    package enum Body: Sendable {
        /// Nothing.
        case empty
        /// Bytes that are here.
        case bytes([UInt8])
        /// A part of an open file.
        case file(OpenFile)

        /// The length in bytes.
        package var length: Int {
            switch self {
            case .empty: 0
            case .bytes(let bytes): bytes.count
            case .file(let file): file.length
            }
        }

        /// A part of the body, as a range asks for it.
        ///
        /// - Parameter range: Where it lies within the body.
        /// - Returns: The part.
        package func part(_ range: Range<Int>) -> Body {
            switch self {
            case .empty: .empty
            case .bytes(let bytes): .bytes(Array(bytes[range]))
            case .file(let file): .file(file.part(range))
            }
        }
    }

    /// The status.
    package var status: Status
    /// The header fields, in the order in which they are sent.
    package var headers: Headers
    /// The body; it is given for HEAD as for GET, and left out on the wire.
    package var body: Body

    /// Makes a response.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - headers: The header fields.
    ///   - body: The body.
    package init(_ status: Status, headers: Headers = [:], body: Body = .empty) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
