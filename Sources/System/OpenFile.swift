/// A part of a file that is open for reading, to be sent as a body.
///
/// It belongs to the answers that hold it; when the last one is gone, it is closed.
package final class OpenFile: Sendable {
    /// The descriptor of the open file.
    package let descriptor: Int32
    /// Where the part begins, in bytes.
    package let offset: Int
    /// How long the part is, in bytes.
    package let length: Int
    private let onClose: @Sendable (Int32) -> Void

    /// Takes over an open file.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor of the open file.
    ///   - offset: Where the part begins, in bytes, not negative.
    ///   - length: How long the part is, in bytes, not negative.
    ///   - onClose: Closes the descriptor; called once.
    package init(
        descriptor: Int32, offset: Int, length: Int, onClose: @escaping @Sendable (Int32) -> Void
    ) {
        self.descriptor = descriptor
        self.offset = offset
        self.length = length
        self.onClose = onClose
    }

    /// A part of this part, which keeps the file open as well.
    ///
    /// - Parameter range: Where it lies, counted from the beginning of this one and within it.
    /// - Returns: The part.
    package func part(_ range: Range<Int>) -> OpenFile {
        OpenFile(descriptor: descriptor, offset: offset + range.lowerBound, length: range.count) {
            _ in
            // The whole closes the file once no part holds it any more.
            withExtendedLifetime(self) {}
        }
    }

    deinit {
        onClose(descriptor)
    }
}
