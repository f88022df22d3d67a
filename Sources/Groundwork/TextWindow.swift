/// The bytes of a text that have come and weren't read yet; a byte-order mark at its beginning is
/// passed over.
struct TextWindow: Sendable {
    private var bytes: [UInt8] = []
    private var position = 0
    private var hasBegun = false
    /// Whether the text has ended.
    private(set) var isFinished = false

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Adds what came.
    mutating func append(_ more: [UInt8]) {
        if position == bytes.count {
            bytes = more
        } else {
            bytes.removeFirst(position)
            bytes.append(contentsOf: more)
        }
        position = 0
    }

    /// Ends the text.
    mutating func finish() { isFinished = true }

    /// Reads the next byte; `nil` where more bytes are needed, or the text has ended.
    mutating func next() -> UInt8? {
        if !hasBegun {
            // Two bytes may be the beginning of a mark.
            guard bytes.count >= Self.mark.count || isFinished else { return nil }
            if bytes.starts(with: Self.mark) { position = Self.mark.count }
            hasBegun = true
        }
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
    }
}
