internal import FormworkServer
internal import Groundwork
internal import System

/// Stops the service on SIGTERM and SIGINT.
///
/// The first press lets `/readyz` say no, and stops the server after a delay. A second press stops it at
/// once.
final class StopSwitch: Sendable {
    private struct State {
        var presses = 0
        var server: Server?
    }

    /// How long the service goes on after the first press, in milliseconds.
    private let delay: Int
    /// Called by a press while there is no server yet.
    private let whileStarting: @Sendable () -> Void
    private let state = Lock(State())

    init(delay: Int, whileStarting: @escaping @Sendable () -> Void = {}) {
        self.delay = delay
        self.whileStarting = whileStarting
    }

    /// Whether the service is about to stop.
    var isPressed: Bool { state.withLock { $0.presses > 0 } }

    /// Gives the switch its server; after a press the server stops at once.
    func attach(_ server: Server) {
        let presses = state.withLock { state in
            state.server = server
            return state.presses
        }
        if presses > 0 { server.stop() }
    }

    /// Stops the server: after the delay at the first press, at once at the second.
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
