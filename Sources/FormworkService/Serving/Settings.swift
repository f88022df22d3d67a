internal import FormworkHTTP

/// How a service runs; the defaults are those of the README.
public struct Settings: Sendable {
    /// How each request is written to standard output.
    public enum LogFormat: String, Sendable, CaseIterable {
        /// A line for a person.
        case text
        /// A JSON object a line.
        case json
    }

    /// The address to listen on.
    public var host = "127.0.0.1"
    /// The port, 0 to 65,535; 0 picks a free one.
    public var port = 8080
    /// The folder of the records; it is made when it is missing.
    public var dataFolder = "./Data"
    /// The folder of the files that are served as they are.
    public var publicFolder = "./Public"
    /// Whether an empty store is given sample records.
    public var addsSamples = false
    /// The origins under which browsers know the service, such as `https://books.example`.
    public var origins: [String] = []
    /// The proxies whose `X-Forwarded-For`, `-Proto` and `-Host` count, as addresses or as ranges such
    /// as `10.0.0.0/8`.
    public var trustedProxies: [String] = []
    /// The most connections at once; `nil` is half the limit of descriptors less 128, at most 20,000.
    public var maximumConnections: Int?
    /// How long an idle connection is kept, in milliseconds.
    public var keepAlive = 75_000
    /// How long to wait for a folder that another process still owns, in milliseconds.
    public var lockWait = 0
    /// Whether nothing is saved.
    public var isReadOnly = false
    /// How many bytes the files of all records may have together.
    public var filesQuota = 1_024 << 20
    /// How long `/readyz` says no before a stop, in milliseconds; requests are still answered meanwhile.
    public var drainDelay = 0
    /// How requests are logged; `nil` is text on a terminal and JSON elsewhere.
    public var logFormat: LogFormat?

    /// Makes settings with the documented defaults.
    public init() {}

    /// The proxies whose `X-Forwarded-*` count; a text that is no address or range is ignored.
    var proxies: TrustedProxies {
        TrustedProxies(trustedProxies.compactMap { IPAddressRange($0) })
    }

    /// The origins in the form that requests are compared with, or why no request can match one of them.
    var readOrigins: Result<[Origin], OriginFault> {
        var read: [Origin] = []
        for text in origins {
            do {
                read.append(try Origin(text))
            } catch {
                return .failure(OriginFault(text: text, fault: error))
            }
        }
        return .success(read)
    }
}

/// Why no request can match an origin.
struct OriginFault: Error, CustomStringConvertible {
    let text: String
    let fault: Origin.Fault

    /// What is wrong, in words that follow the name of the setting.
    var description: String { "can't be \"\(text)\": \(words)" }

    private var words: String {
        switch fault {
        case .scheme: "it must begin with http:// or https://"
        case .notASCII(let host): "browsers send the name as \(host)"
        case .authority:
            "behind the scheme stands a host with an optional port and nothing else,"
                + " as in https://books.example"
        }
    }
}
