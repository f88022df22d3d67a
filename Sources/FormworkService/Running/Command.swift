/// What the command line asks for.
enum Command: Sendable {
    /// The service.
    case serve(Settings)
    /// Whether the service is alive.
    case health(Settings)
    /// Whether the records are sound, and what to do where they aren't.
    case check(Settings, Maintenance.Remedy)
    /// A copy of the records.
    case backup(Settings, destination: String)
    /// The records of a type, on standard output.
    case export(Settings, type: String, format: TransferFormat)
    /// Records from a file.
    case `import`(Settings, ImportOrder)
    /// How the command is used.
    case help
    /// The version.
    case version

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
        var settings = Settings()
        for flag in Flag.all {
            // A variable that is empty counts as not set, whatever it is for.
            if let text = variable(flag.variable), !text.isEmpty {
                try flag.read(text, into: &settings)
            }
        }
        var words = arguments[...]
        let other = try Subcommand.take(from: &words)
        while let word = words.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let flag = Flag.all.first(where: { $0.name == parts[0] }) else {
                throw Mistake(message: "unknown argument \(word); --help lists them all")
            }
            try flag.read(parts.count == 2 ? String(parts[1]) : nil, words: &words, into: &settings)
        }
        self = other.map { $0.subcommand.command(settings, $0.words) } ?? .serve(settings)
    }

    /// How the command is used, in lines.
    ///
    /// - Parameter name: The command's name.
    /// - Returns: The lines.
    static func usage(of name: String) -> String {
        let flags = Flag.all.map { flag in
            var left = "  \(flag.name)"
            if let placeholder = flag.value.placeholder { left += " \(placeholder)" }
            let gap = String(repeating: " ", count: max(2, 28 - left.count))
            return "\(left)\(gap)\(flag.meaning); \(flag.variable) in the environment"
        }
        let uses =
            [("[FLAGS]", "serve until SIGTERM or SIGINT")]
            + Subcommand.all.map { ($0.usage, $0.meaning) }
        let width = uses.map(\.0.count).max() ?? 0
        let commands = uses.map { use, meaning in
            "\(name) \(use)\(String(repeating: " ", count: width + 2 - use.count))\(meaning)"
        }
        return """
            usage: \(commands.joined(separator: "\n       "))

            \(flags.joined(separator: "\n"))
              --help                    this text
              --version                 the version
            """
    }
}

extension Flag {
    /// Reads a value from the environment.
    fileprivate func read(_ text: String, into settings: inout Settings) throws(Command.Mistake) {
        switch value {
        case .toggle(let set):
            guard text == "1" || text == "0" else {
                throw Command.Mistake(message: "\(variable) must be 1 or 0, not \"\(text)\"")
            }
            set(&settings, text == "1")
        case .text(_, let set):
            guard set(&settings, text) else {
                throw Command.Mistake(message: "\(variable) can't be \"\(text)\": \(meaning)")
            }
        case .judged(_, let fault):
            if let message = fault(&settings, text) {
                throw Command.Mistake(message: "\(variable) \(message)")
            }
        }
    }

    /// Reads a value behind the flag, joined by `=` or as the next word.
    fileprivate func read(
        _ joined: String?, words: inout ArraySlice<String>, into settings: inout Settings
    ) throws(Command.Mistake) {
        switch value {
        case .toggle(let set):
            guard joined == nil else {
                throw Command.Mistake(message: "\(name) takes no value")
            }
            set(&settings, true)
        case .text(let placeholder, let set):
            guard let text = joined ?? words.popFirst() else {
                throw Command.Mistake(message: "\(name) needs a value: \(placeholder)")
            }
            guard set(&settings, text) else {
                throw Command.Mistake(message: "\(name) can't be \"\(text)\": \(meaning)")
            }
        case .judged(let placeholder, let fault):
            guard let text = joined ?? words.popFirst() else {
                throw Command.Mistake(message: "\(name) needs a value: \(placeholder)")
            }
            if let message = fault(&settings, text) {
                throw Command.Mistake(message: "\(name) \(message)")
            }
        }
    }
}
