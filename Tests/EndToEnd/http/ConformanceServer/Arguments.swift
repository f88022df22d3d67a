import FormworkHTTP
import FormworkServer

/// The command line: `--port 0`, `--root Folder`, and every number of `Limits` under its name, as
/// `--head-timeout`.
struct Arguments {
    /// What is wrong with a command line.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// What the command line says, on a free port if it names none.
    private(set) var configuration = ServerConfiguration(port: 0)
    /// The folder whose files are served, if one is named.
    private(set) var root: String?

    /// Reads a command line.
    ///
    /// - Parameter arguments: Flags, each with a number behind it, the root with a path.
    /// - Throws: ``Failure`` for an unknown flag or a value that is no number.
    init(_ arguments: some Collection<String>) throws(Failure) {
        var rest = Array(arguments)[...]
        while let flag = rest.popFirst() {
            if flag == "--root" {
                root = rest.popFirst()
                continue
            }
            guard let value = rest.popFirst().flatMap({ Int($0) }), value >= 0 else {
                throw Failure(description: "\(flag) needs a number")
            }
            guard set(flag, to: value) else { throw Failure(description: "unknown flag \(flag)") }
        }
    }

    private mutating func set(_ flag: String, to value: Int) -> Bool {
        switch flag {
        case "--port": configuration.port = value
        case "--loops": configuration.loops = value
        case "--max-connections": configuration.maximumConnections = value
        case "--drain-timeout": configuration.drainTimeout = value
        case "--request-line": configuration.limits.requestLine = value
        case "--header-section": configuration.limits.headerSection = value
        case "--header-fields": configuration.limits.headerFields = value
        case "--body": configuration.limits.body = value
        case "--first-byte-timeout": configuration.limits.firstByteTimeout = value
        case "--head-timeout": configuration.limits.headTimeout = value
        case "--body-idle-timeout": configuration.limits.bodyIdleTimeout = value
        case "--body-minimum-rate": configuration.limits.bodyMinimumRate = value
        case "--body-rate-grace": configuration.limits.bodyRateGrace = value
        case "--body-rate-window": configuration.limits.bodyRateWindow = value
        case "--write-stall-timeout": configuration.limits.writeStallTimeout = value
        case "--keep-alive-timeout": configuration.limits.keepAliveTimeout = value
        case "--requests-per-connection": configuration.limits.requestsPerConnection = value
        default: return false
        }
        return true
    }
}
