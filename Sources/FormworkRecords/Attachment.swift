package import System

/// The bytes of an attachment, for saving or reading them.
package enum AttachmentContent: Sendable {
    /// All of them, in memory.
    case bytes([UInt8])
    /// A part of an open file.
    case file(OpenFile)

    /// How many bytes there are.
    package var length: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file(let file): file.length
        }
    }
}

/// Keeps an attachment: as long as somebody has one of these, its bytes stay, even if no record names them.
package final class AttachmentHold: Sendable {
    /// The SHA-256 of the bytes, in 64 digits to the base 16.
    package let digest: String
    private let release: @Sendable () -> Void

    /// Makes a hold.
    ///
    /// - Parameters:
    ///   - digest: The SHA-256 of the bytes, in 64 digits to the base 16.
    ///   - release: Ends the hold; called once, on any thread.
    package init(_ digest: String, release: @escaping @Sendable () -> Void) {
        self.digest = digest
        self.release = release
    }

    deinit { release() }
}
