internal import FormworkHTTP
internal import Groundwork

/// Which names the service answers to.
///
/// Where its public origins are known, their names and those of this machine. Where they aren't, any; but
/// on a loopback address only names that nobody else can make point here, since a page whose own name
/// leads to this machine would be of the same origin (DNS rebinding).
struct HostPolicy: Sendable {
    private enum Names: Sendable {
        case any
        case these(Set<String>)
        case ownAlone(String)
    }

    private let names: Names

    /// Knows the names of the origins and of this machine; the port says nothing about whose name it is.
    ///
    /// - Parameters:
    ///   - origins: The public origins.
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

    /// Whether a request is meant for this service.
    func accepts(_ request: Request) -> Bool {
        switch names {
        case .any: return true
        case .these(let hosts):
            guard let text = request.authority else { return true }
            return Authority(text).map { hosts.contains($0.host) } ?? false
        case .ownAlone(let machine):
            // A page can say what it likes of a proxy; the name that it has in the browser, it can't.
            guard let text = request.sentAuthority else { return true }
            guard let authority = Authority(text) else { return false }
            let host = authority.host
            return IPAddress(authority.unbracketedHost) != nil || Self.isLocal(host)
                || host == machine
        }
    }

    /// Whether a name in small letters leads to this machine everywhere (RFC 6761, section 6.3).
    private static func isLocal(_ host: String) -> Bool {
        var labels = Array(host.utf8).split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if labels.last?.isEmpty == true { labels.removeLast() }
        return labels.last.map { $0.elementsEqual("localhost".utf8) } ?? false
    }
}
