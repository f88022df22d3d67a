import Groundwork
import System

/// A listening socket that the process was started with, as systemd hands them over
/// (sd_listen_fds(3)).
package struct InheritedSocket: Sendable {
    /// The first descriptor that is handed over.
    private static let firstNumber: Int32 = 3

    /// The numeric address that it listens at.
    package let host: String
    /// The port that it listens at.
    package let port: Int
    /// Its descriptor.
    let number: Int32

    /// Finds the socket that `LISTEN_FDS` and `LISTEN_PID` tell of.
    ///
    /// - Parameter variable: Finds the value of an environment variable.
    /// - Returns: The socket; nil when none is handed over, or to another process.
    /// - Throws: ``ServerError/unusableSocket(reason:)`` when there are several, or it doesn't listen.
    package static func handedOver(
        variable: (String) -> String? = ServiceProcess.variable
    ) throws(ServerError) -> InheritedSocket? {
        guard let count = variable("LISTEN_FDS"),
            variable("LISTEN_PID") == String(ServiceProcess.number)
        else {
            return nil
        }
        guard count == "1" else {
            throw .unusableSocket(reason: "one socket is wanted, not \(count)")
        }
        return try InheritedSocket(firstNumber)
    }

    /// Makes a socket ready that listens already.
    ///
    /// - Parameter number: Its descriptor, which nobody else uses.
    /// - Throws: ``ServerError/unusableSocket(reason:)``.
    init(_ number: Int32) throws(ServerError) {
        guard SystemCalls.adoptListener(number) else {
            throw .unusableSocket(
                reason: "descriptor \(number) doesn't listen at an IPv4 or IPv6 address")
        }
        do throws(SystemError) {
            (host, port) = try SystemCalls.localAddress(of: number).parts
        } catch {
            throw .system(error)
        }
        self.number = number
    }
}
