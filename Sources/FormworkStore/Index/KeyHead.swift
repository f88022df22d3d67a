/// The first 16 bytes of a key, which mostly tell it from another without a look at the rest.
struct KeyHead: Comparable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// Takes the first bytes of a key; those that are missing are 0, which no text holds and no number's
    /// key ends with.
    ///
    /// - Parameter bytes: The key.
    init(_ bytes: Span<UInt8>) {
        var words: (UInt64, UInt64) = (0, 0)
        for index in 0..<min(bytes.count, 8) {
            words.0 |= UInt64(bytes[index]) << UInt64(56 - index * 8)
        }
        for index in 8..<max(min(bytes.count, 16), 8) {
            words.1 |= UInt64(bytes[index]) << UInt64(120 - index * 8)
        }
        (high, low) = words
    }

    /// The first two bytes.
    var firstTwo: Int { Int(high >> 48) }

    /// Whether another key with this head is the same key.
    var isWhole: Bool { low & 0xFF == 0 }

    static func < (left: KeyHead, right: KeyHead) -> Bool {
        left.high != right.high ? left.high < right.high : left.low < right.low
    }
}
