/// Something else than serving that the command can be asked for by its first word.
struct Subcommand: Sendable {
    /// A word of its own that may stand behind it.
    struct Option: Sendable {
        /// The word.
        let name: String
        /// The values of which one follows; none for a switch.
        var values: [String] = []

        static let format = Option(
            name: "--format", values: TransferFormat.allCases.map(\.rawValue))
        static let dryRun = Option(name: "--dry-run")

        /// How it is written.
        var usage: String {
            "["
                + ([name] + (values.isEmpty ? [] : [values.joined(separator: "|")]))
                .joined(separator: " ") + "]"
        }
    }

    /// The words that were given to it.
    struct Words: Sendable {
        /// As many as are named behind it.
        var operands: [String] = []
        /// The options with their values, empty ones for switches.
        var options: [String: String] = [:]

        /// The format that was asked for.
        var format: TransferFormat {
            options[Option.format.name].flatMap(TransferFormat.init) ?? .jsonl
        }
    }

    /// The word.
    let name: String
    /// The words by which this use of it differs from another.
    var switches: [String] = []
    /// The words of its own that it may take.
    var options: [Option] = []
    /// What has to be named behind it.
    var operands: [String] = []
    /// What it does, in a line.
    let meaning: String
    /// Makes the command of the settings and the words that were given.
    let command: @Sendable (Settings, Words) -> Command

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
            name: "backup", operands: ["DEST"],
            meaning: "copy the records, also of a running service",
            command: { settings, words in .backup(settings, destination: words.operands[0]) }),
        Subcommand(
            name: "export", options: [.format], operands: ["TYPE"],
            meaning: "write the records of a type to standard output",
            command: { settings, words in
                .export(settings, type: words.operands[0], format: words.format)
            }),
        Subcommand(
            name: "import", options: [.format, .dryRun], operands: ["TYPE", "FILE"],
            meaning: "add records from a file, - for standard input",
            command: { settings, words in
                .import(
                    settings,
                    ImportOrder(
                        type: words.operands[0], file: words.operands[1], format: words.format,
                        isDryRun: words.options[Option.dryRun.name] != nil))
            }),
    ]

    /// Finds the subcommand that a command line asks for, and takes its own words out of it.
    ///
    /// - Parameter words: The words behind the command's name; flags of the service are left.
    /// - Returns: The subcommand and its words; `nil` where the first word is none.
    /// - Throws: `Command.Mistake` where an operand is missing or an option can't be read.
    static func take(
        from words: inout ArraySlice<String>
    ) throws(Command.Mistake) -> (subcommand: Subcommand, words: Words)? {
        let named = all.filter { $0.name == words.first }
        guard let plain = named.first else { return nil }
        words.removeFirst()
        let given = named.flatMap(\.switches).filter(words.contains)
        guard given.count < 2 else {
            throw Command.Mistake(message: "\(given.joined(separator: " and ")) exclude each other")
        }
        words.removeAll { given.contains($0) }
        let subcommand = named.first { $0.switches == given } ?? plain
        var taken = Words()
        for option in subcommand.options {
            while let value = try option.take(from: &words) { taken.options[option.name] = value }
        }
        for operand in subcommand.operands {
            guard let word = words.first, !word.hasPrefix("-") || word == "-" else {
                throw Command.Mistake(message: "\(subcommand.name) needs \(operand) behind it")
            }
            taken.operands.append(word)
            words.removeFirst()
        }
        return (subcommand, taken)
    }

    /// How it is written.
    var usage: String {
        ([name] + switches + options.map(\.usage) + operands + ["[FLAGS]"])
            .joined(separator: " ")
    }
}

extension Subcommand.Option {
    /// Takes the option and its value out of a command line; `nil` where it isn't there.
    fileprivate func take(
        from words: inout ArraySlice<String>
    ) throws(Command.Mistake) -> String? {
        guard let index = words.firstIndex(where: { $0 == name || $0.hasPrefix("\(name)=") })
        else { return nil }
        let word = words.remove(at: index)
        let joined = word == name ? nil : String(word.dropFirst(name.count + 1))
        guard !values.isEmpty else {
            guard joined == nil else {
                throw Command.Mistake(message: "\(name) takes no value")
            }
            return ""
        }
        var value = joined
        if value == nil, index < words.endIndex { value = words.remove(at: index) }
        guard let value, values.contains(value) else {
            throw Command.Mistake(message: "\(name) needs one of \(values.joined(separator: ", "))")
        }
        return value
    }
}
