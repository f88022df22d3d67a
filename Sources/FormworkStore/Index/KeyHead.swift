/// The first 15 bytes of a key and how far it goes on, which mostly tell it from another without a look at
/// the rest.
///
/// Heads sort as their keys do, whatever bytes these hold: missing bytes count as 0, and of keys that are
/// the same but for zeros at the end the length tells which is the beginning of the other.
struct KeyHead: Comparable, Sendable {
    private let high: UInt64
    private let low: UInt64
    private static let length = 15
    /// The lengths of all keys that go on behind the head.
    private static let long = 0xFF

    /// Takes the first bytes of a key.
    ///
    /// - Parameters:
    ///   - bytes: The key.
    ///   - skipped: How many bytes to leave out before, at most 200; only heads with the same number left
    ///     out, of keys that don't differ in these bytes but for missing zeros, compare.
    init(_ bytes: Span<UInt8>, after skipped: Int = 0) {
        var words: (UInt64, UInt64) = (0, 0)
        for index in 0..<min(max(bytes.count - skipped, 0), Self.length) {
            let byte = UInt64(bytes[skipped + index])
            if index < 8 {
                words.0 |= byte << UInt64(56 - index * 8)
            } else {
                words.1 |= byte << UInt64(120 - index * 8)
            }
        }
        let isLong = bytes.count > skipped + Self.length
        words.1 |= UInt64(isLong ? Self.long : bytes.count)
        (high, low) = words
    }

    /// The first two bytes.
    var firstTwo: Int { Int(high >> 48) }

    /// Whether another key with this head is the same key.
    var isWhole: Bool { low & 0xFF != UInt64(Self.long) }

    static func < (left: KeyHead, right: KeyHead) -> Bool {
        left.high != right.high ? left.high < right.high : left.low < right.low
    }
}
