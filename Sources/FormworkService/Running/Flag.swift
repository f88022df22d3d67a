internal import FormworkHTTP

/// One setting as the command line and the environment know it.
struct Flag: Sendable {
    /// What a value has to be.
    enum Value: Sendable {
        /// Given with the flag alone, or as `1` or `0` in the environment.
        case toggle(@Sendable (inout Settings, Bool) -> Void)
        /// A text; the function says whether it is one that the flag takes.
        case text(placeholder: String, @Sendable (inout Settings, String) -> Bool)
        /// A text; the function says what is wrong with it, behind the name of the flag, or nothing.
        case judged(placeholder: String, @Sendable (inout Settings, String) -> String?)

        /// What stands for the value where the flag is explained; `nil` for one without a value.
        var placeholder: String? {
            switch self {
            case .toggle: nil
            case .text(let placeholder, _), .judged(let placeholder, _): placeholder
            }
        }
    }

    let name: String
    let variable: String
    let meaning: String
    let value: Value

    /// Every flag: the one list from which they are read and explained.
    static let all: [Flag] = [
        Flag(
            name: "--host", variable: "HOST", meaning: "address to listen on (127.0.0.1)",
            value: .text(placeholder: "ADDRESS") { settings, text in
                settings.host = text
                return !text.isEmpty
            }),
        Flag(
            name: "--port", variable: "PORT", meaning: "port; 0 picks a free one (8080)",
            value: .number(in: 0...65_535) { $0.port = $1 }),
        Flag(
            name: "--data", variable: "DATA_DIR", meaning: "folder of the records (./Data)",
            value: .text(placeholder: "FOLDER") { settings, text in
                settings.dataFolder = text
                return !text.isEmpty
            }),
        Flag(
            name: "--public", variable: "PUBLIC_DIR",
            meaning: "folder of files served as they are (./Public)",
            value: .text(placeholder: "FOLDER") { settings, text in
                settings.publicFolder = text
                return !text.isEmpty
            }),
        Flag(
            name: "--samples", variable: "SAMPLES", meaning: "sample records into an empty store",
            value: .toggle { $0.addsSamples = $1 }),
        Flag(
            name: "--origin", variable: "ORIGIN",
            meaning: "public origins behind a proxy, by comma",
            value: .judged(placeholder: "ORIGINS") { settings, text in
                settings.origins = text.utf8.split(separator: UInt8(ascii: ",")).compactMap {
                    String($0)
                }
                guard case .failure(let fault) = settings.readOrigins else { return nil }
                return fault.description
            }),
        Flag(
            name: "--trusted-proxy", variable: "TRUSTED_PROXY",
            meaning: "addresses or CIDR ranges, by comma, whose X-Forwarded-* count",
            value: .text(placeholder: "ADDRESSES") { settings, text in
                settings.trustedProxies = text.split(separator: ",").map(String.init)
                return settings.trustedProxies.allSatisfy { IPAddressRange($0) != nil }
            }),
        Flag(
            name: "--max-connections", variable: "MAX_CONNECTIONS",
            meaning: "most connections at once (half the descriptor limit less 128, at most 20000)",
            value: .number(in: 1...1_000_000) { $0.maximumConnections = $1 }),
        Flag(
            name: "--keep-alive", variable: "KEEP_ALIVE",
            meaning: "seconds that an idle connection is kept, longer than a proxy keeps it (75)",
            value: .seconds { $0.keepAlive = $1 }),
        Flag(
            name: "--files-quota", variable: "FILES_QUOTA",
            meaning: "MiB that all files of records may have together (1024)",
            value: .number(in: 1...1_048_576) { $0.filesQuota = $1 << 20 }),
        Flag(
            name: "--lock-wait", variable: "LOCK_WAIT",
            meaning: "seconds to wait for a folder in use (0)",
            value: .seconds { $0.lockWait = $1 }),
        Flag(
            name: "--read-only", variable: "READ_ONLY", meaning: "serve, save nothing",
            value: .toggle { $0.isReadOnly = $1 }),
        Flag(
            name: "--drain-delay", variable: "DRAIN_DELAY",
            meaning: "seconds between SIGTERM and the stop (0)",
            value: .seconds { $0.drainDelay = $1 }),
        Flag(
            name: "--log", variable: "LOG_FORMAT",
            meaning: "text or json (text on a terminal, else json)",
            value: .text(placeholder: "FORMAT") { settings, text in
                settings.logFormat = Settings.LogFormat(rawValue: text)
                return settings.logFormat != nil
            }),
    ]
}

extension Flag.Value {
    fileprivate static func number(
        in range: ClosedRange<Int>, _ set: @escaping @Sendable (inout Settings, Int) -> Void
    ) -> Flag.Value {
        .text(placeholder: "NUMBER") { settings, text in
            guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
                range.contains(number)
            else { return false }
            set(&settings, number)
            return true
        }
    }

    /// A number of seconds, at most a day, with `s` behind it or not.
    fileprivate static func seconds(
        _ set: @escaping @Sendable (inout Settings, Int) -> Void
    ) -> Flag.Value {
        let day = 86_400
        guard case .text(_, let read) = number(in: 0...day, { set(&$0, $1 * 1_000) }) else {
            return .number(in: 0...day, set)
        }
        return .text(placeholder: "SECONDS") { settings, text in
            read(&settings, text.hasSuffix("s") ? String(text.dropLast()) : text)
        }
    }
}
