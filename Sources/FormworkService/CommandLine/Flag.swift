internal import FormworkHTTP

/// A word of the command line that begins with `--`: a setting of the service, or a choice of a
/// subcommand.
struct Flag: Sendable {
    /// Why a value is refused.
    enum Fault: Sendable {
        /// The value isn't what the flag's meaning asks for.
        case unsuitable
        /// These words say why; they are written behind the flag's name.
        case because(String)
    }

    /// The word itself, such as `--port`.
    let name: String
    /// The environment variable that sets the same; `nil` for a flag of a subcommand.
    var variable: String?
    /// What stands for the value in the help; `nil` for a flag that takes no value.
    var placeholder: String?
    /// What the flag does, in a line of the help.
    let meaning: String
    /// Sets what the flag names; a flag that takes no value gets `1`, or `0` from the environment.
    let set: @Sendable (inout Invocation, String) -> Fault?

    /// The flags of the service, which each subcommand takes as well.
    static let all: [Flag] = [
        .text("--host", "HOST", "ADDRESS", "address to listen on (127.0.0.1)") { settings, text in
            settings.host = text
            return !text.isEmpty
        },
        .number("--port", "PORT", 0...65_535, "port; 0 picks a free one (8080)") {
            $0.port = $1
        },
        .text("--data", "DATA_DIR", "FOLDER", "folder of the records (./Data)") { settings, text in
            settings.dataFolder = text
            return !text.isEmpty
        },
        .text(
            "--public", "PUBLIC_DIR", "FOLDER", "folder of files served as they are (./Public)"
        ) { settings, text in
            settings.publicFolder = text
            return !text.isEmpty
        },
        .toggle("--samples", "SAMPLES", "sample records into an empty store") {
            $0.settings.addsSamples = $1
        },
        Flag(
            name: "--origin", variable: "ORIGIN", placeholder: "ORIGINS",
            meaning: "public origins behind a proxy, by comma"
        ) { invocation, text in
            invocation.settings.origins = text.utf8.split(separator: UInt8(ascii: ","))
                .compactMap { String($0) }
            guard case .failure(let fault) = invocation.settings.readOrigins else { return nil }
            return .because(fault.description)
        },
        .text(
            "--trusted-proxy", "TRUSTED_PROXY", "ADDRESSES",
            "addresses or CIDR ranges, by comma, whose X-Forwarded-* count"
        ) { settings, text in
            settings.trustedProxies = text.split(separator: ",").map(String.init)
            return settings.trustedProxies.allSatisfy { IPAddressRange($0) != nil }
        },
        .number(
            "--max-connections", "MAX_CONNECTIONS", 1...1_000_000,
            "most connections at once (half the descriptor limit less 128, at most 20000)"
        ) { $0.maximumConnections = $1 },
        .seconds(
            "--keep-alive", "KEEP_ALIVE",
            "seconds that an idle connection is kept, longer than a proxy keeps it (75)"
        ) { $0.keepAlive = $1 },
        .number(
            "--files-quota", "FILES_QUOTA", 1...1_048_576,
            "MiB that all files of records may have together (1024)"
        ) { $0.filesQuota = $1 << 20 },
        .seconds("--lock-wait", "LOCK_WAIT", "seconds to wait for a folder in use (0)") {
            $0.lockWait = $1
        },
        .toggle("--read-only", "READ_ONLY", "serve, save nothing") {
            $0.settings.isReadOnly = $1
        },
        .seconds("--drain-delay", "DRAIN_DELAY", "seconds between SIGTERM and the stop (0)") {
            $0.drainDelay = $1
        },
        .text(
            "--log", "LOG_FORMAT", "FORMAT", "text or json (text on a terminal, else json)"
        ) { settings, text in
            settings.logFormat = Settings.LogFormat(rawValue: text)
            return settings.logFormat != nil
        },
    ]
}

extension Flag {
    /// Reads the value of the environment variable.
    func readVariable(
        _ text: String, into invocation: inout Invocation
    ) throws(Command.Mistake) {
        guard let variable else { return }
        guard placeholder != nil || text == "1" || text == "0" else {
            throw Command.Mistake(message: "\(variable) must be 1 or 0, not \"\(text)\"")
        }
        try set(text, as: variable, in: &invocation)
    }

    /// Reads the flag itself.
    ///
    /// - Parameters:
    ///   - joined: The value behind `=`; `nil` where there is no `=`.
    ///   - words: The words that follow; the first of them is the value where `joined` is `nil`.
    ///   - invocation: Gets the value.
    /// - Throws: `Mistake`, naming the flag.
    func read(
        _ joined: String?, _ words: inout ArraySlice<String>, into invocation: inout Invocation
    ) throws(Command.Mistake) {
        guard let placeholder else {
            guard joined == nil else {
                throw Command.Mistake(message: "\(name) takes no value")
            }
            return try set("1", as: name, in: &invocation)
        }
        guard let text = joined ?? words.popFirst() else {
            throw Command.Mistake(message: "\(name) needs a value: \(placeholder)")
        }
        try set(text, as: name, in: &invocation)
    }

    private func set(
        _ text: String, as name: String, in invocation: inout Invocation
    ) throws(Command.Mistake) {
        switch set(&invocation, text) {
        case nil: return
        case .unsuitable:
            throw Command.Mistake(message: "\(name) can't be \"\(text)\": \(meaning)")
        case .because(let words): throw Command.Mistake(message: "\(name) \(words)")
        }
    }
}

extension Flag {
    /// Makes a flag without a value.
    static func toggle(
        _ name: String, _ variable: String?, _ meaning: String,
        _ set: @escaping @Sendable (inout Invocation, Bool) -> Void
    ) -> Flag {
        Flag(name: name, variable: variable, meaning: meaning) { invocation, text in
            set(&invocation, text == "1")
            return nil
        }
    }

    /// Makes a flag of a text; the function tells whether the flag takes the text.
    private static func text(
        _ name: String, _ variable: String, _ placeholder: String, _ meaning: String,
        _ set: @escaping @Sendable (inout Settings, String) -> Bool
    ) -> Flag {
        Flag(
            name: name, variable: variable, placeholder: placeholder, meaning: meaning
        ) { invocation, text in set(&invocation.settings, text) ? nil : .unsuitable }
    }

    /// Makes a flag of a whole number within a range.
    private static func number(
        _ name: String, _ variable: String, _ range: ClosedRange<Int>, _ meaning: String,
        _ set: @escaping @Sendable (inout Settings, Int) -> Void
    ) -> Flag {
        .text(name, variable, "NUMBER", meaning) { settings, text in
            guard let number = wholeNumber(text), range.contains(number) else { return false }
            set(&settings, number)
            return true
        }
    }

    /// Makes a flag of seconds, at most a day, with or without `s` behind them; the function gets
    /// milliseconds.
    private static func seconds(
        _ name: String, _ variable: String, _ meaning: String,
        _ set: @escaping @Sendable (inout Settings, Int) -> Void
    ) -> Flag {
        .text(name, variable, "SECONDS", meaning) { settings, text in
            let digits = text.hasSuffix("s") ? String(text.dropLast()) : text
            guard let seconds = wholeNumber(digits), seconds <= 86_400 else { return false }
            set(&settings, seconds * 1_000)
            return true
        }
    }

    private static func wholeNumber(_ text: String) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
}
