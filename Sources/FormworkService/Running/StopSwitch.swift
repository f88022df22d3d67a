internal import FormworkServer
internal import Groundwork
internal import System

/// What SIGTERM and SIGINT press: the service says no at `/readyz`, and stops after a while; a second
/// press hastens it.
final class StopSwitch: Sendable {
    private struct State {
        var presses = 0
        var server: Server?
    }

    /// How long the service goes on after the first press, in milliseconds.
    private let delay: Int
    /// What a press does while there is no server yet.
    private let whileStarting: @Sendable () -> Void
    private let state = Lock(State())

    init(delay: Int, whileStarting: @escaping @Sendable () -> Void = {}) {
        self.delay = delay
        self.whileStarting = whileStarting
    }

    /// Whether the service is about to stop.
    var isPressed: Bool { state.withLock { $0.presses > 0 } }

    /// Gives the switch the server that it stops; one that comes after the press stops at once.
    func attach(_ server: Server) {
        let presses = state.withLock { state in
            state.server = server
            return state.presses
        }
        if presses > 0 { server.stop() }
    }

    /// Stops the server, at the first press after the delay.
    func press() {
        let (isFirst, server) = state.withLock { state in
            state.presses += 1
            return (state.presses == 1, state.server)
        }
        guard let server else { return whileStarting() }
        guard isFirst, delay > 0 else {
            server.stop()
            return
        }
        server.announceStop()
        ServiceProcess.afterDelay(milliseconds: delay) { server.stop() }
    }
}
