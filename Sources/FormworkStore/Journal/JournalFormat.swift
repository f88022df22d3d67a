/// What the files of the journal are called and which versions of their lines are understood.
enum JournalFormat {
    /// The version that is written, and the newest that is understood.
    static let version = 1
    /// What the first line of a file calls its format.
    static let name = "formwork-journal"
    /// The folder, inside the store's, where torn bytes are kept.
    static let quarantine = "quarantine"

    /// The name of a journal file.
    ///
    /// - Parameter number: Its number, from 1.
    /// - Returns: `journal-000001.jsonl` for 1.
    static func fileName(_ number: Int) -> String {
        let digits = String(number)
        return "journal-" + String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
            + ".jsonl"
    }

    /// The number of a journal file.
    ///
    /// - Parameter fileName: A name in the folder.
    /// - Returns: The number, or `nil` where the name isn't exactly that of a journal file.
    static func number(ofFile fileName: String) -> Int? {
        guard fileName.hasPrefix("journal-"), fileName.hasSuffix(".jsonl"),
            let number = Int(fileName.dropFirst(8).dropLast(6)), number > 0,
            Self.fileName(number) == fileName
        else { return nil }
        return number
    }

    /// Whether a name is one that a crash may leave behind and a start sweeps away.
    ///
    /// - Parameter fileName: A name in the folder.
    /// - Returns: Whether nothing but the store makes files of that name, and none that counts.
    static func isLeftover(_ fileName: String) -> Bool {
        guard fileName.hasSuffix(".tmp") else { return false }
        let name = String(fileName.dropLast(4))
        return name == "probe" || number(ofFile: name) != nil
            || BaseFormat.type(ofFile: name) != nil
    }
}
