internal import Groundwork

/// A record's id in its compact form: 48 bits of milliseconds since 1970, then 80 that are random.
///
/// As text it has 26 characters in Crockford's base 32, in lower case; text and number sort alike.
struct RecordID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The milliseconds and the first 16 random bits.
    let high: UInt64
    /// The other random bits.
    let low: UInt64

    private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 0x100)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()
    /// How many characters the text has.
    static let length = 26

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads the text of an id.
    ///
    /// - Parameter text: The bytes of the text; nothing but what `description` gives is understood.
    init?(_ text: Span<UInt8>) {
        guard text.count == Self.length, text[0] <= UInt8(ascii: "7") else { return nil }
        let values = Self.values
        var bits: UInt128 = 0
        for index in 0..<Self.length {
            let value = values[Int(text[index])]
            guard value != 0xFF else { return nil }
            bits = bits << 5 | UInt128(value)
        }
        self.init(bits: bits)
    }

    /// Reads the text of an id.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        self.init(bytes.span)
    }

    /// Reads the text of an id that a caller chose, if ids after it still sort by time.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - now: The time now; an id may be a day ahead of it.
    init?(chosen text: String, at now: Timestamp) {
        self.init(text)
        guard milliseconds <= UInt64(clamping: now.milliseconds) + 86_400_000 else { return nil }
    }

    private init(bits: UInt128) {
        self.init(
            high: UInt64(truncatingIfNeeded: bits >> 64), low: UInt64(truncatingIfNeeded: bits))
    }

    private var bits: UInt128 { UInt128(high) << 64 | UInt128(low) }

    /// When the id was given, in milliseconds since 1970.
    var milliseconds: UInt64 { high >> 16 }

    var description: String {
        var text: [UInt8] = []
        append(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Writes the text of the id.
    ///
    /// - Parameter buffer: Where the 26 characters are added.
    func append(to buffer: inout [UInt8]) {
        let bits = bits
        for shift in stride(from: 125, through: 0, by: -5) {
            buffer.append(Self.digits[Int(truncatingIfNeeded: bits >> UInt128(shift) & 31)])
        }
    }

    static func < (left: RecordID, right: RecordID) -> Bool {
        left.high != right.high ? left.high < right.high : left.low < right.low
    }

    /// Gives the id that follows this one, at a distance nobody can guess.
    ///
    /// - Parameters:
    ///   - milliseconds: The time now, since 1970; a time before this id's own counts as its own.
    ///   - random: Where the random bits come from.
    /// - Returns: An id greater than this one.
    func next(at milliseconds: UInt64, using random: inout some RandomNumberGenerator) -> RecordID {
        let now = milliseconds & 0xFFFF_FFFF_FFFF
        if now > self.milliseconds {
            return RecordID(
                high: now << 16 | UInt64.random(in: 0...0xFFFF, using: &random),
                low: UInt64.random(in: 0...UInt64.max, using: &random))
        }
        let step = UInt128(UInt64.random(in: 1...0xFF_FFFF_FFFF, using: &random))
        return RecordID(bits: bits &+ step)
    }
}
