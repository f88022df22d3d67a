import System

/// Asks a running service whether it is alive, as a container's health check does.
package enum HealthProbe {
    /// How long to wait for the answer, in seconds.
    private static let patience = 5

    /// Whether `GET /healthz` is answered with 200.
    ///
    /// - Parameters:
    ///   - host: The address that the service listens on; one that stands for all asks at loopback.
    ///   - port: Its port.
    /// - Returns: Whether it is.
    package static func isAlive(host: String, port: Int) -> Bool {
        let host = ["0.0.0.0": "127.0.0.1", "::": "::1", "[::]": "::1"][host] ?? host
        guard let addresses = try? SocketAddress.resolve(host: host, port: port) else {
            return false
        }
        return addresses.contains { answers($0) }
    }

    private static func answers(_ address: SocketAddress) -> Bool {
        guard let socket = SystemCalls.connect(to: address, patience: patience) else {
            return false
        }
        let question = Array(
            "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
        guard
            case .bytes(question.count) = SystemCalls.send(
                socket.number, question.span, more: false)
        else { return false }
        var answer: [UInt8] = []
        let wanted = Array("HTTP/1.1 200 ".utf8)
        while answer.count < wanted.count {
            var buffer = [UInt8](repeating: 0, count: 512)
            guard case .bytes(let count) = SystemCalls.receive(socket.number, into: &buffer),
                count > 0
            else { return false }
            answer += buffer.prefix(count)
        }
        return answer.starts(with: wanted)
    }
}
