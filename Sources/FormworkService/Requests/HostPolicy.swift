internal import FormworkHTTP
internal import Groundwork

/// The host names under which the service answers.
///
/// With known public origins these are their hosts and the names of this machine. Without them every name
/// counts, but on a loopback address only names that lead to this machine alone: any site can let its own
/// name lead here, and its pages would then be of the service's origin (DNS rebinding).
struct HostPolicy: Sendable {
    private enum Names: Sendable {
        case any
        case these(Set<String>)
        case ownAlone(String)
    }

    private let names: Names

    /// Collects the names; ports are ignored.
    ///
    /// - Parameters:
    ///   - origins: The public origins; none where they aren't known.
    ///   - listening: The host that the service listens on.
    ///   - machine: The name of this machine.
    init(origins: [Origin], listening: String, machine: String) {
        let isLoopback =
            IPAddress(listening)?.isLoopback ?? Self.isLocal(ASCII.lowercased(listening))
        if !origins.isEmpty {
            let own = ["127.0.0.1", "localhost", "[::1]", listening, "[\(listening)]"]
            names = .these(Set(origins.map(\.host) + own.compactMap { Authority($0)?.host }))
        } else {
            names = isLoopback ? .ownAlone(ASCII.lowercased(machine)) : .any
        }
    }

    /// Whether a request names a host under which the service answers.
    func accepts(_ request: Request) -> Bool {
        switch names {
        case .any: return true
        case .these(let hosts):
            guard let text = request.authority else { return true }
            return Authority(text).map { hosts.contains($0.host) } ?? false
        case .ownAlone(let machine):
            // `X-Forwarded-Host` may be any page's invention; a browser sends `Host` itself.
            guard let text = request.sentAuthority else { return true }
            guard let authority = Authority(text) else { return false }
            let host = authority.host
            return IPAddress(authority.unbracketedHost) != nil || Self.isLocal(host)
                || host == machine
        }
    }

    /// Whether a name in lower case means this machine on every machine (RFC 6761, section 6.3).
    private static func isLocal(_ host: String) -> Bool {
        var labels = Array(host.utf8).split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if labels.last?.isEmpty == true { labels.removeLast() }
        return labels.last.map { $0.elementsEqual("localhost".utf8) } ?? false
    }
}
