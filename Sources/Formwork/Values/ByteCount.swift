/// A number of bytes as people read it: `5 MiB`, `34 KiB`, `12 bytes`.
public struct ByteCount: Sendable, Equatable, CustomStringConvertible {
    /// The number of bytes, not negative.
    public let bytes: Int

    /// Takes a number of bytes.
    ///
    /// - Parameter bytes: The number; a negative one counts as none.
    public init(_ bytes: Int) {
        self.bytes = max(0, bytes)
    }

    /// The number in the largest unit that it fills, with a tenth where it isn't whole; rounded down, so
    /// that a limit is never told as more than it is.
    public var description: String {
        let units = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
        guard let (name, unit) = units.first(where: { bytes >= $0.1 }) else {
            return bytes == 1 ? "1 byte" : "\(bytes) bytes"
        }
        let tenth = bytes % unit * 10 / unit
        return tenth == 0 ? "\(bytes / unit) \(name)" : "\(bytes / unit).\(tenth) \(name)"
    }
}
