/// What the base files are called and which versions of them are understood.
///
/// A base holds every record of one type as it was after a line of the journal: a header that says which
/// line that was and how many records follow, then a line a record in the order of their ids.
enum BaseFormat {
    /// What the first line of a file calls its format.
    static let name = "formwork-records"
    /// Where the numbers begin that bases have in the index; those of the journal's files are below.
    static let firstNumber = 1 << 23

    /// The name of a type's file.
    ///
    /// - Parameter type: The type.
    /// - Returns: `books.jsonl` for `books`.
    static func fileName(_ type: String) -> String { type + ".jsonl" }

    /// The type that a file is the base of.
    ///
    /// - Parameter fileName: A name in the folder.
    /// - Returns: The type, or `nil` where the name isn't that of a base.
    static func type(ofFile fileName: String) -> String? {
        guard fileName.hasSuffix(".jsonl"), JournalFormat.number(ofFile: fileName) == nil else {
            return nil
        }
        let type = String(fileName.dropLast(6))
        return isTypeName(type) ? type : nil
    }

    /// Whether a type's records can have a file of that name.
    ///
    /// - Parameter type: A type.
    /// - Returns: Whether it has up to 64 letters `a-z`, digits, `-` and `_`, a letter first, and isn't
    ///   what the journal's files are called.
    static func isTypeName(_ type: String) -> Bool {
        let bytes = Array(type.utf8)
        guard bytes.count <= 64, let first = bytes.first, isLetter(first) else { return false }
        return !type.hasPrefix("journal-")
            && bytes.allSatisfy {
                isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
}

/// What the first line of a base says.
struct BaseHeader: Equatable {
    /// Which records the file has.
    var type: String
    /// The sequence of the journal's line up to which it goes.
    var sequence: Int
    /// How many records follow.
    var count: Int
    /// The greatest id that was ever given, of any type.
    var lastID: RecordID?

    /// Names the parts of a header.
    ///
    /// - Parameters:
    ///   - type: Which records the file has.
    ///   - sequence: The sequence of the journal's line up to which it goes.
    ///   - count: How many records follow.
    ///   - lastID: The greatest id that was ever given.
    init(type: String, sequence: Int, count: Int, lastID: RecordID?) {
        self.type = type
        self.sequence = sequence
        self.count = count
        self.lastID = lastID
    }

    /// Reads a header whose checksum is right.
    ///
    /// - Parameters:
    ///   - bytes: The bytes in which the line stands.
    ///   - range: Where it stands, without the line end.
    ///   - upcasters: What lifts it where it is of an older version.
    /// - Throws: What makes it unusable.
    init(
        _ bytes: Span<UInt8>, in range: Range<Int>, _ upcasters: Upcasters = .all
    ) throws(JournalLine.Failure) {
        let members = SealedMembers(bytes, in: range)
        try members.requireVersion()
        if let lifted = try upcasters.lift(bytes, in: range, from: members.version) {
            try self.init(lifted.span, in: 0..<lifted.count, upcasters)
            return
        }
        guard members.isFormat(BaseFormat.name, in: bytes), let type = members.type,
            let text = try? UTF8Span(validating: bytes.extracting(type)),
            let sequence = members.sequence, let count = members.count, sequence >= 0, count >= 0
        else { throw .unreadable("the file doesn't begin with the header of a base") }
        self.init(
            type: String(copying: text), sequence: sequence, count: count, lastID: members.lastID)
    }
}
