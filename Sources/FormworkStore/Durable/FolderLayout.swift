/// What the files of a store's folder are called, and which versions of them are understood.
///
/// A type has one snapshot, such as `books.jsonl`: all of its records as they were after a line of the
/// journal. The journal's segments, `journal-000001.jsonl` and so on, hold every change since.
enum FolderLayout {
    /// The version that is written, and the newest that is understood.
    static let version = 1
    /// What the first line of a segment calls its format.
    static let journalFormat = "formwork-journal"
    /// What the first line of a snapshot calls its format.
    static let snapshotFormat = "formwork-records"
    /// The folder, inside the store's, for bytes that are kept for a person to look at.
    static let quarantine = "quarantine"
    /// The folder, inside the store's, for attachments.
    static let attachments = "blobs"

    /// The name of a segment.
    static func segment(_ number: Int) -> String {
        let digits = String(number)
        return "journal-" + String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
            + ".jsonl"
    }

    /// The number of the segment that has a name; `nil` where the name isn't exactly a segment's.
    static func segmentNumber(of name: String) -> Int? {
        guard name.hasPrefix("journal-"), name.hasSuffix(".jsonl"),
            let number = Int(name.dropFirst(8).dropLast(6)), number > 0, segment(number) == name
        else { return nil }
        return number
    }

    /// The name of a type's snapshot: `books.jsonl` for `books`.
    static func snapshot(_ type: String) -> String { type + ".jsonl" }

    /// The type whose snapshot has a name; `nil` where the name isn't a snapshot's.
    static func type(of name: String) -> String? {
        guard name.hasSuffix(".jsonl"), segmentNumber(of: name) == nil else { return nil }
        let type = String(name.dropLast(6))
        return isTypeName(type) ? type : nil
    }

    /// Whether a type can have a snapshot: it has up to 64 letters `a-z`, digits, `-` and `_`, a letter
    /// first, and doesn't begin as a segment's name does.
    static func isTypeName(_ type: String) -> Bool {
        let bytes = Array(type.utf8)
        guard bytes.count <= 64, let first = bytes.first, isLetter(first) else { return false }
        return !type.hasPrefix("journal-")
            && bytes.allSatisfy {
                isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            }
    }

    /// Whether a name is a snapshot's or a segment's.
    static func isData(_ name: String) -> Bool {
        type(of: name) != nil || segmentNumber(of: name) != nil
    }

    /// The path that a file has until it is whole.
    static func draft(of path: String) -> String { path + ".tmp" }

    /// Whether a crash may have left a file of this name, which a start then removes.
    static func isLeftover(_ name: String) -> Bool {
        guard name.hasSuffix(".tmp") else { return false }
        let name = String(name.dropLast(4))
        return name == "probe" || isData(name)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }
}
