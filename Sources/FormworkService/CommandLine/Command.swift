/// What the command line asks for.
enum Command: Sendable {
    /// How the command is used.
    case help
    /// The version.
    case version
    /// A subcommand; serving is one of them.
    case run(Subcommand, Invocation)

    /// A command line that can't be followed.
    struct Mistake: Error, Equatable {
        /// One line that names what is wrong.
        let message: String
    }

    /// Reads a command line; a flag beats the environment.
    ///
    /// - Parameters:
    ///   - arguments: The words behind the command's name.
    ///   - variable: Finds the value of an environment variable.
    /// - Throws: `Mistake`, naming the flag or the variable.
    init(_ arguments: [String], variable: (String) -> String?) throws(Mistake) {
        if arguments.contains("--help") || arguments.contains("-h") {
            self = .help
            return
        }
        if arguments.contains("--version") {
            self = .version
            return
        }
        var words = arguments[...]
        var subcommand = Subcommand.serve
        if let first = words.first, let named = Subcommand.all.first(where: { $0.name == first }) {
            subcommand = named
            words.removeFirst()
        }
        var invocation = Invocation()
        for flag in Flag.all {
            // An empty variable counts as not set, for each flag.
            if let text = flag.variable.flatMap(variable), !text.isEmpty {
                try flag.readVariable(text, into: &invocation)
            }
        }
        while let word = words.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if let flag = (subcommand.flags + Flag.all).first(where: { $0.name == parts[0] }) {
                let joined = parts.count == 2 ? String(parts[1]) : nil
                try flag.read(joined, &words, into: &invocation)
            } else if invocation.operands.count < subcommand.operands.count,
                !word.hasPrefix("-") || word == "-"
            {
                invocation.operands.append(word)
            } else {
                throw Mistake(message: "unknown argument \(word); --help lists them all")
            }
        }
        if let missing = subcommand.operands.dropFirst(invocation.operands.count).first {
            throw Mistake(message: "\(subcommand.name ?? "") needs \(missing) behind it")
        }
        self = .run(subcommand, invocation)
    }

    /// Explains how the command of a name is used, in lines.
    static func usage(of name: String) -> String {
        let width = Subcommand.all.map(\.usage.count).max() ?? 0
        let commands = Subcommand.all.map { subcommand in
            let gap = String(repeating: " ", count: width + 2 - subcommand.usage.count)
            return "\(name) \(subcommand.usage)\(gap)\(subcommand.meaning)"
        }
        let flags = (Subcommand.all.flatMap(\.flags) + Flag.all).map { flag in
            let left = "  \(flag.name)" + (flag.placeholder.map { " \($0)" } ?? "")
            let gap = String(repeating: " ", count: max(2, 28 - left.count))
            let variable = flag.variable.map { "; \($0) in the environment" } ?? ""
            return "\(left)\(gap)\(flag.meaning)\(variable)"
        }
        var known: Set<String> = []
        let lines = flags.filter { known.insert($0).inserted }
        return """
            usage: \(commands.joined(separator: "\n       "))

            \(lines.joined(separator: "\n"))
              --help                    this text
              --version                 the version
            """
    }
}

/// The settings and words that a command line gives to its subcommand.
struct Invocation: Sendable {
    /// How the service runs, and where its records are.
    var settings = Settings()
    /// As many words as the subcommand names operands.
    var operands: [String] = []
    /// The format of an export or an import.
    var format = TransferFormat.jsonl
    /// Whether the records of an import are only checked.
    var isDryRun = false
    /// What a check does about damage.
    var remedy = Maintenance.Remedy.none
}
