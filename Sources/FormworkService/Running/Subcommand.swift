/// Something else than serving that the command can be asked for by its first word.
struct Subcommand: Sendable {
    /// The word.
    let name: String
    /// The words that it takes beside the flags of the service.
    var switches: [String] = []
    /// What has to be named behind it; `nil` for nothing.
    var operand: String?
    /// What it does, in a line.
    let meaning: String
    /// Makes the command of the settings and the words that were given.
    let command: @Sendable (Settings, [String]) -> Command

    /// Every subcommand: the one list from which they are read and explained.
    static let all: [Subcommand] = [
        Subcommand(
            name: "health", meaning: "ask a running service whether it is alive",
            command: { settings, _ in .health(settings) }),
        Subcommand(
            name: "check", meaning: "read every record, change nothing",
            command: { settings, _ in .check(settings, .none) }),
        Subcommand(
            name: "check", switches: ["--repair"],
            meaning: "put damaged lines aside, keep the rest",
            command: { settings, _ in .check(settings, .repair) }),
        Subcommand(
            name: "check", switches: ["--accept"], meaning: "take lines that were edited by hand",
            command: { settings, _ in .check(settings, .accept) }),
        Subcommand(
            name: "backup", operand: "DEST", meaning: "copy the records, also of a running service",
            command: { settings, words in .backup(settings, destination: words[0]) }),
    ]

    /// Finds the subcommand that a command line asks for, and takes its own words out of it.
    ///
    /// - Parameter words: The words behind the command's name; flags of the service are left.
    /// - Returns: The subcommand and its operands; `nil` where the first word is none.
    /// - Throws: `Command.Mistake` where its operand is missing.
    static func take(
        from words: inout ArraySlice<String>
    ) throws(Command.Mistake) -> (subcommand: Subcommand, operands: [String])? {
        let named = all.filter { $0.name == words.first }
        guard let plain = named.first else { return nil }
        words.removeFirst()
        let given = named.flatMap(\.switches).filter(words.contains)
        guard given.count < 2 else {
            throw Command.Mistake(message: "\(given.joined(separator: " and ")) exclude each other")
        }
        words.removeAll { given.contains($0) }
        let subcommand = named.first { $0.switches == given } ?? plain
        guard let operand = subcommand.operand else { return (subcommand, []) }
        guard let first = words.first, !first.hasPrefix("-") else {
            throw Command.Mistake(message: "\(subcommand.name) needs \(operand) behind it")
        }
        words.removeFirst()
        return (subcommand, [first])
    }

    /// How it is written.
    var usage: String {
        ([name] + switches + [operand].compactMap(\.self) + ["[FLAGS]"]).joined(separator: " ")
    }
}
