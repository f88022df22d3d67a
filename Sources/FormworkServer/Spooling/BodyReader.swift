package import FormworkHTTP
import System

/// Reads the body of a request piece by piece, whether it's in memory or in a file.
package struct BodyReader {
    /// That a file couldn't be read.
    package struct Failure: Error {}

    private static let pieceSize = 64 * 1024

    private let request: Request
    private var offset = 0

    /// Begins at the start of a body.
    ///
    /// - Parameter request: The request, whole.
    package init(_ request: Request) {
        self.request = request
    }

    /// Whether no bytes are left.
    package var isAtEnd: Bool {
        offset == request.bodyFile?.length ?? request.body.count
    }

    /// The next bytes: all of a body in memory, at most 64 KiB of a body in a file.
    ///
    /// - Returns: The bytes, none at the end.
    /// - Throws: `Failure` when the file can't be read.
    package mutating func next() throws(Failure) -> [UInt8] {
        guard !isAtEnd else { return [] }
        guard let file = request.bodyFile else {
            offset = request.body.count
            return request.body
        }
        let count = min(Self.pieceSize, file.length - offset)
        guard
            let bytes = SystemCalls.read(
                file.descriptor, from: file.offset + offset, count: count)
        else { throw Failure() }
        offset += count
        return bytes
    }
}
