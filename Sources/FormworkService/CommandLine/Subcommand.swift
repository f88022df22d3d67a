internal import FormworkServer

/// One thing that the command does: its words, its line in the help, and the function that does it.
struct Subcommand: Sendable {
    /// The first word of the command line; `nil` for serving, which needs no word.
    let name: String?
    /// The flags that it takes beside those of the service.
    var flags: [Flag] = []
    /// The words that have to follow its name, such as `FILE`.
    var operands: [String] = []
    /// What it does, in a line of the help.
    let meaning: String
    /// Does it and returns the exit code of the process; the second argument says what the service
    /// consists of.
    let run: @Sendable (Invocation, (inout Service) -> Void) throws -> Int32

    /// Every subcommand: a new one is an entry here.
    static let all: [Subcommand] = [
        serve,
        Subcommand(name: "health", meaning: "ask a running service whether it is alive") {
            invocation, _ in
            let settings = invocation.settings
            return HealthProbe.isAlive(host: settings.host, port: settings.port) ? 0 : 1
        },
        Subcommand(
            name: "check",
            flags: [
                .remedy(.repair, "put damaged lines aside, keep the rest"),
                .remedy(.accept, "take lines that were edited by hand"),
            ], meaning: "read every record, change nothing unless a flag says so"
        ) { invocation, define in
            try Maintenance.check(
                invocation.settings, invocation.remedy, Service(definedBy: define))
        },
        Subcommand(
            name: "backup", operands: ["DEST"],
            meaning: "copy the records, also of a running service"
        ) { invocation, _ in
            try Maintenance.backUp(invocation.settings, to: invocation.operands[0])
        },
        Subcommand(
            name: "export", flags: [.format], operands: ["TYPE"],
            meaning: "write the records of a type to standard output"
        ) { invocation, define in
            try Maintenance.export(
                invocation.operands[0], as: invocation.format, invocation.settings,
                Service(definedBy: define))
        },
        Subcommand(
            name: "import", flags: [.format, .dryRun], operands: ["TYPE", "FILE"],
            meaning: "add records from a file, - for standard input"
        ) { invocation, define in
            try Maintenance.import(
                invocation.operands[0], from: invocation.operands[1], as: invocation.format,
                isDryRun: invocation.isDryRun, invocation.settings, Service(definedBy: define))
        },
    ]

    /// What the command does without another word.
    static let serve = Subcommand(name: nil, meaning: "serve until SIGTERM or SIGINT") {
        invocation, define in
        try FormworkService.serve(invocation.settings, define)
        return 0
    }

    /// The words of a command line that asks for it.
    var usage: String {
        let choices = flags.map { "[\($0.name)\($0.placeholder.map { " \($0)" } ?? "")]" }
        return ([name].compactMap(\.self) + choices + operands + ["[FLAGS]"])
            .joined(separator: " ")
    }
}

extension Flag {
    /// Chooses the format of an export or an import.
    fileprivate static let format = Flag(
        name: "--format", placeholder: formats.joined(separator: "|"),
        meaning: "format of an export or import (jsonl)"
    ) { invocation, text in
        guard let format = TransferFormat(rawValue: text) else {
            return .because("needs one of \(formats.joined(separator: ", "))")
        }
        invocation.format = format
        return nil
    }

    private static let formats = TransferFormat.allCases.map(\.rawValue)

    /// Has the records of an import checked and not saved.
    fileprivate static let dryRun = toggle(
        "--dry-run", nil, "check what an import brings, save nothing"
    ) {
        $0.isDryRun = $1
    }

    /// Makes the flag by which a check does something about damage.
    fileprivate static func remedy(_ remedy: Maintenance.Remedy, _ meaning: String) -> Flag {
        Flag(name: "--\(remedy)", meaning: meaning) { invocation, _ in
            guard invocation.remedy == .none || invocation.remedy == remedy else {
                return .because("and --\(invocation.remedy) exclude each other")
            }
            invocation.remedy = remedy
            return nil
        }
    }
}
