internal import Groundwork
package import System

/// Why a server can't start.
package enum ServerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Another process listens there already.
    case addressInUse(host: String, port: Int)
    /// The address isn't one of this machine.
    case addressNotAvailable(host: String, port: Int)
    /// The process may not listen there (a port below 1024, as a rule).
    case permissionDenied(host: String, port: Int)
    /// The host is neither an address nor a known name; the reason is the resolver's.
    case unknownHost(String, reason: String)
    /// What was handed over can't be listened on; the reason says why.
    case unusableSocket(reason: String)
    /// Another call of the system failed.
    case system(SystemError)

    /// One line that names the address and what is wrong with it.
    package var description: String {
        switch self {
        case .addressInUse(let host, let port):
            "\(Self.authority(host, port)) is in use by another process"
        case .addressNotAvailable(let host, let port):
            "\(Self.authority(host, port)) is not an address of this machine"
        case .permissionDenied(let host, let port):
            "no permission to listen on \(Self.authority(host, port))"
        case .unknownHost(let host, let reason): "host \(host) is unknown: \(reason)"
        case .unusableSocket(let reason): "LISTEN_FDS: \(reason)"
        case .system(let error): error.description
        }
    }

    private static func authority(_ host: String, _ port: Int) -> String {
        host.utf8.contains(UInt8(ascii: ":")) && !host.hasPrefix("[")
            ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
