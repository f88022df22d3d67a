internal import FormworkHTTP

/// Which names the service answers to, where its public origins are known.
struct HostPolicy: Sendable {
    private let hosts: Set<String>?

    /// Knows the names of the origins and of this machine; the port says nothing about whose name it is.
    ///
    /// - Parameters:
    ///   - origins: The public origins; without any, every name is good.
    ///   - listening: The host that the service listens on.
    init(origins: [String], listening: String) {
        guard !origins.isEmpty else {
            hosts = nil
            return
        }
        let names = origins.compactMap { $0.split(separator: "/").last.map(String.init) }
        let own = ["127.0.0.1", "localhost", "[::1]", listening, "[\(listening)]"]
        hosts = Set((names + own).compactMap { Authority($0)?.host })
    }

    /// Whether a request is meant for this service.
    func accepts(_ request: Request) -> Bool {
        guard let hosts, let authority = request.authority else { return true }
        return Authority(authority).map { hosts.contains($0.host) } ?? false
    }
}
