import Testing

@testable import FormworkService

@Suite struct `The command line` {
    /// What a command line gives to a subcommand; without a name to serving.
    private static func invocation(
        _ arguments: [String], _ environment: [String: String] = [:], of name: String? = nil
    ) throws -> Invocation {
        guard
            case .run(let subcommand, let invocation) = try Command(
                arguments, variable: { environment[$0] }), subcommand.name == name
        else { throw Unexpected(what: "\(arguments) runs something else") }
        return invocation
    }

    private static func settings(
        _ arguments: [String], _ environment: [String: String] = [:]
    ) throws -> Settings {
        try invocation(arguments, environment).settings
    }

    /// One setting: how it is given, and how it reads then.
    struct Row: Sendable, CustomTestStringConvertible {
        let flag: String
        let variable: String
        let value: String
        let standard: String
        let result: String
        let read: @Sendable (Settings) -> String

        init(
            _ flag: String, _ variable: String, _ value: String, _ standard: String,
            _ result: String, read: @escaping @Sendable (Settings) -> String
        ) {
            (self.flag, self.variable, self.value) = (flag, variable, value)
            (self.standard, self.result, self.read) = (standard, result, read)
        }

        var testDescription: String { "\(flag) \(value)" }
    }

    static let rows = [
        Row("--host", "HOST", "::1", "127.0.0.1", "::1") { $0.host },
        Row("--port", "PORT", "0", "8080", "0") { "\($0.port)" },
        Row("--port", "PORT", "65535", "8080", "65535") { "\($0.port)" },
        Row("--data", "DATA_DIR", "/data", "./Data", "/data") { $0.dataFolder },
        Row("--public", "PUBLIC_DIR", "=x", "./Public", "=x") { $0.publicFolder },
        Row("--samples", "SAMPLES", "1", "false", "true") { "\($0.addsSamples)" },
        Row(
            "--origin", "ORIGIN", "https://a.example,http://b.example:81", "[]",
            "[\"https://a.example\", \"http://b.example:81\"]"
        ) { "\($0.origins)" },
        Row(
            "--trusted-proxy", "TRUSTED_PROXY", "10.0.0.0/8,::1", "[]",
            "[\"10.0.0.0/8\", \"::1\"]"
        ) { "\($0.trustedProxies)" },
        Row("--keep-alive", "KEEP_ALIVE", "5", "75000", "5000") { "\($0.keepAlive)" },
        Row("--max-connections", "MAX_CONNECTIONS", "1", "-", "1") {
            $0.maximumConnections.map { "\($0)" } ?? "-"
        },
        Row("--files-quota", "FILES_QUOTA", "1", "1073741824", "1048576") { "\($0.filesQuota)" },
        Row("--lock-wait", "LOCK_WAIT", "5", "0", "5000") { "\($0.lockWait)" },
        Row("--lock-wait", "LOCK_WAIT", "5s", "0", "5000") { "\($0.lockWait)" },
        Row("--read-only", "READ_ONLY", "1", "false", "true") { "\($0.isReadOnly)" },
        Row("--drain-delay", "DRAIN_DELAY", "86400", "0", "86400000") { "\($0.drainDelay)" },
        Row("--log", "LOG_FORMAT", "text", "-", "text") { $0.logFormat?.rawValue ?? "-" },
        Row("--log", "LOG_FORMAT", "json", "-", "json") { $0.logFormat?.rawValue ?? "-" },
    ]

    @Test func `has a row here for each flag`() {
        #expect(Set(Self.rows.map(\.flag)) == Set(Flag.all.map(\.name)))
        #expect(Set(Flag.all.map(\.name)).count == Flag.all.count)
        #expect(Set(Flag.all.compactMap(\.variable)).count == Flag.all.count)
    }

    @Test(arguments: rows)
    func `sets what it names, and the environment does too`(row: Row) throws {
        #expect(row.read(try Self.settings([])) == row.standard)
        #expect(row.read(Settings()) == row.standard)
        #expect(row.read(try Self.settings([], [row.variable: row.value])) == row.result)
        let flag = try #require(Flag.all.first { $0.name == row.flag })
        #expect(flag.variable == row.variable)
        guard flag.placeholder != nil else {
            #expect(row.read(try Self.settings([row.flag])) == row.result)
            #expect(row.read(try Self.settings([], [row.variable: "0"])) == row.standard)
            #expect(row.read(try Self.settings([row.flag], [row.variable: "0"])) == row.result)
            return
        }
        #expect(row.read(try Self.settings([row.flag, row.value])) == row.result)
        #expect(row.read(try Self.settings(["\(row.flag)=\(row.value)"])) == row.result)
        let other = try #require(Self.rows.last { $0.flag == row.flag })
        let both = try Self.settings([row.flag, row.value], [other.variable: other.value])
        #expect(row.read(both) == row.result)
    }

    @Test(arguments: Flag.all.compactMap(\.variable))
    func `is set by no variable that is empty`(variable: String) throws {
        let settings = try Self.settings([], [variable: ""])
        for row in Self.rows { #expect(row.read(settings) == row.standard) }
    }

    @Test(arguments: [
        (["--port", "65536"], "--port"), (["--port", "-1"], "--port"), (["--port", ""], "--port"),
        (["--port=x"], "--port"), (["--port", "+1"], "--port"), (["--port", "8080x"], "--port"),
        (["--port"], "--port"), (["--port="], "--port"),
        (["--port", "99999999999999999999"], "--port"), (["--host", ""], "--host"),
        (["--data="], "--data"), (["--public", ""], "--public"), (["--samples=1"], "--samples"),
        (["--read-only=0"], "--read-only"), (["--origin", "books.example"], "--origin"),
        (["--origin", "https://"], "--origin"), (["--origin", "https://a/"], "--origin"),
        (["--origin", "ftp://a"], "--origin"), (["--origin", "https://a,b"], "--origin"),
        (["--origin", "https://a b"], "--origin"), (["--origin", "https://u@a"], "--origin"),
        (["--trusted-proxy", "proxy.example"], "--trusted-proxy"),
        (["--trusted-proxy", "10.0.0.0/33"], "--trusted-proxy"),
        (["--trusted-proxy", "127.0.0.1, ::1"], "--trusted-proxy"),
        (["--max-connections", "0"], "--max-connections"), (["--lock-wait", "s"], "--lock-wait"),
        (["--lock-wait", "5ss"], "--lock-wait"), (["--lock-wait", "1.5"], "--lock-wait"),
        (["--lock-wait", "86401"], "--lock-wait"), (["--drain-delay", "-1"], "--drain-delay"),
        (["--log", "xml"], "--log"), (["--log", "JSON"], "--log"), (["--unknown"], "--unknown"),
        (["--Port", "1"], "--Port"), (["serve"], "serve"), ([""], "unknown argument"),
        (["--", "--port", "1"], "--"), (["--samples", "1"], "1"),
        (["--port", "1", "health"], "health"),
        (["health", "--nothing"], "--nothing"), (["check", "backup"], "backup"),
        (["check", "--repair", "--accept"], "--accept"), (["health", "--repair"], "--repair"),
        (["--repair"], "--repair"), (["backup"], "DEST"), (["backup", "--data", "x"], "DEST"),
        (["backup", "a", "b"], "b"), (["export"], "TYPE"), (["import"], "TYPE"),
        (["import", "books"], "FILE"), (["import", "books", "--data", "x"], "FILE"),
        (["import", "books", "--data"], "--data"),
        (["import", "books", "-", "x"], "x"), (["export", "books", "--dry-run"], "--dry-run"),
        (["export", "books", "--format"], "--format"), (["--format", "csv"], "--format"),
        (["export", "--format", "xml", "books"], "--format"),
        (["export", "--format=", "books"], "--format"),
        (["import", "--dry-run=1", "books", "-"], "--dry-run"),
        (["--data", "x", "check"], "check"),
    ])
    func `that can't be followed is told in one line that names the flag`(
        arguments: [String], name: String
    ) {
        let mistake = #expect(throws: Command.Mistake.self) {
            try Command(arguments, variable: { _ in nil })
        }
        #expect(mistake?.message.contains(name) == true)
        #expect(mistake?.message.contains("\n") == false)
    }

    @Test(arguments: [
        ("PORT", "x"), ("SAMPLES", "yes"), ("SAMPLES", "true"),
        ("READ_ONLY", "2"), ("LOG_FORMAT", "xml"), ("ORIGIN", "books.example"), ("LOCK_WAIT", "a"),
        ("MAX_CONNECTIONS", "0"), ("TRUSTED_PROXY", "10.0.0.256"),
    ])
    func `names the variable that can't be followed`(variable: String, value: String) {
        let mistake = #expect(throws: Command.Mistake.self) {
            try Command([], variable: { $0 == variable ? value : nil })
        }
        #expect(mistake?.message.hasPrefix("\(variable) ") == true)
        #expect(mistake?.message.contains("\n") == false)
    }

    @Test func `asks for help, the version or the health`() throws {
        let none: (String) -> String? = { _ in nil }
        for arguments in [["--help"], ["-h"], ["--port", "x", "--help"], ["health", "--help"]] {
            guard case .help = try Command(arguments, variable: none) else {
                Issue.record("\(arguments)")
                continue
            }
        }
        guard case .version = try Command(["--version"], variable: none) else {
            Issue.record("no version")
            return
        }
        let health = try Self.invocation(["health", "--port", "9"], of: "health")
        #expect(health.settings.port == 9)
    }

    @Test(arguments: [
        (["check"], Maintenance.Remedy.none), (["check", "--repair"], .repair),
        (["check", "--data", "/data", "--accept"], .accept),
    ])
    func `asks for a check of the records`(
        arguments: [String], remedy: Maintenance.Remedy
    ) throws {
        let check = try Self.invocation(arguments, ["DATA_DIR": "/data"], of: "check")
        #expect(check.remedy == remedy)
        #expect(check.settings.dataFolder == "/data")
    }

    @Test(arguments: [
        ["backup", "/copy", "--data", "/data"], ["backup", "--data", "/data", "/copy"],
    ])
    func `asks for a copy of the records`(arguments: [String]) throws {
        let backup = try Self.invocation(arguments, of: "backup")
        #expect(backup.settings.dataFolder == "/data")
        #expect(backup.operands == ["/copy"])
    }

    @Test(arguments: [
        (["export", "books"], TransferFormat.jsonl),
        (["export", "--format", "csv", "books"], .csv),
        (["export", "books", "--data", "x", "--format=jsonl"], .jsonl),
    ])
    func `asks for the records of a type`(arguments: [String], format: TransferFormat) throws {
        let export = try Self.invocation(arguments, of: "export")
        #expect(export.operands == ["books"])
        #expect(export.format == format)
    }

    @Test(arguments: [
        (["import", "books", "-"], "-", TransferFormat.jsonl, false),
        (["import", "--dry-run", "books", "b.csv", "--format", "csv"], "b.csv", .csv, true),
        (["import", "--format=csv", "books", "b", "--data", "x"], "b", .csv, false),
    ])
    func `asks for records to be added`(
        arguments: [String], file: String, format: TransferFormat, isDryRun: Bool
    ) throws {
        let order = try Self.invocation(arguments, of: "import")
        #expect(order.operands == ["books", file])
        #expect(order.format == format)
        #expect(order.isDryRun == isDryRun)
    }

    @Test func `is explained flag by flag`() {
        let usage = Command.usage(of: "library")
        for flag in Flag.all {
            #expect(usage.contains("\n  \(flag.name) "))
            #expect(usage.contains("\(flag.variable ?? "-") in the environment"))
        }
        for subcommand in Subcommand.all {
            for flag in subcommand.flags { #expect(usage.contains("\n  \(flag.name) ")) }
            #expect(usage.contains("library \(subcommand.usage) "))
            #expect(usage.contains("  \(subcommand.meaning)\n"))
        }
    }

    @Test(arguments: [
        ("https://b\u{fc}cher.example", "browsers send the name as xn--bcher-kva.example"),
        ("http://\u{4f8b}\u{3048}.jp:8080", "browsers send the name as xn--r8jz45g.jp:8080"),
        ("books.example", "it must begin with http:// or https://"),
        ("https://books.example/", "a host with an optional port and nothing else"),
        ("https://books.example:99999", "a host with an optional port and nothing else"),
        ("https://*.example", "a host with an optional port and nothing else"),
    ])
    func `refuses an origin that no request can match, and says why`(origin: String, words: String)
    {
        #expect {
            try Command(["--origin", origin], variable: { _ in nil })
        } throws: { error in
            let message = (error as? Command.Mistake)?.message ?? ""
            return message.contains(origin) && message.contains(words)
        }
    }
}
