/// A set of the small numbers by which an index knows its records.
struct OrdinalSet: Sendable {
    private var words: [UInt64]

    /// Makes an empty set.
    ///
    /// - Parameter limit: Above all numbers that will be in it.
    init(below limit: Int) {
        words = [UInt64](repeating: 0, count: (limit + 63) / 64)
    }

    /// How many numbers are in it.
    var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Whether nothing is in it.
    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    /// Adds a number.
    ///
    /// - Parameter ordinal: One below the limit.
    mutating func insert(_ ordinal: UInt32) {
        words[Int(ordinal / 64)] |= 1 << UInt64(ordinal % 64)
    }

    /// Tells whether a number is in it.
    ///
    /// - Parameter ordinal: One below the limit.
    /// - Returns: Whether it is.
    func contains(_ ordinal: UInt32) -> Bool {
        words[Int(ordinal / 64)] & 1 << UInt64(ordinal % 64) != 0
    }

    /// Keeps what is also in another set.
    ///
    /// - Parameter other: One with the same limit.
    mutating func formIntersection(_ other: OrdinalSet) {
        for index in words.indices { words[index] &= other.words[index] }
    }

    /// Adds what is in another set.
    ///
    /// - Parameter other: One with the same limit.
    mutating func formUnion(_ other: OrdinalSet) {
        for index in words.indices { words[index] |= other.words[index] }
    }
}
