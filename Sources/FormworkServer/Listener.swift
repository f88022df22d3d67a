import Groundwork
import System

/// A socket that takes connections, until the last who holds it lets go.
final class Listener: Sendable {
    private let socket: Descriptor

    /// Listens at the first address of a host that lets it.
    ///
    /// - Parameters:
    ///   - host: An address or a name.
    ///   - port: The port; 0 picks a free one.
    /// - Throws: Why no address of the host could be listened at.
    init(host: String, port: Int) throws(ServerError) {
        let addresses: [SocketAddress]
        do throws(UnknownHost) {
            addresses = try SocketAddress.resolve(host: host, port: port)
        } catch {
            throw .unknownHost(error.host, reason: error.reason)
        }
        var failure = ServerError.unknownHost(host, reason: "it has no address")
        for address in addresses {
            do throws(SystemError) {
                socket = try SystemCalls.listen(at: address)
                return
            } catch {
                failure = Self.meaning(of: error, host: host, port: port)
            }
        }
        throw failure
    }

    /// Takes over a socket that listens already.
    ///
    /// - Parameter inherited: The socket, which nobody else uses.
    init(_ inherited: InheritedSocket) {
        socket = Descriptor(inherited.number)
    }

    private static func meaning(of error: SystemError, host: String, port: Int) -> ServerError {
        if error.isAddressInUse { return .addressInUse(host: host, port: port) }
        if error.isAddressForeign { return .addressNotAvailable(host: host, port: port) }
        if error.isPermission { return .permissionDenied(host: host, port: port) }
        return .system(error)
    }

    /// The descriptor of the socket.
    var number: Int32 { socket.number }

    /// The numeric address and the port that it has in fact.
    ///
    /// - Returns: The host without brackets, and the port.
    /// - Throws: When the system doesn't tell.
    func address() throws(ServerError) -> (host: String, port: Int) {
        do throws(SystemError) {
            return try SystemCalls.localAddress(of: socket.number).parts
        } catch {
            throw ServerError.system(error)
        }
    }
}
