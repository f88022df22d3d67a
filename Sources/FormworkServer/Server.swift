import FormworkHTTP
import Groundwork
import System

/// An HTTP/1.1 server: it listens once it's made, and serves while ``run()`` runs.
///
///     let server = try Server(configuration: ServerConfiguration(port: 0), handler: Hello())
///     print("http://\(server.boundAddress.host):\(server.boundAddress.port)")
///     try server.run()
package final class Server: Sendable {
    private struct State {
        var listener: Listener?
        var stops = 0
    }

    /// The numeric address and the port that the server listens on.
    package let boundAddress: (host: String, port: Int)

    private let configuration: ServerConfiguration
    private let handler: any Handler
    private let workers = Workers()
    private let memory: Budget<IPAddress>
    private let mailboxes: [Mailbox]
    private let wakeup: Wakeup
    private let state: Lock<State>

    /// Begins to listen; connections wait in the backlog until ``run()``.
    ///
    /// - Parameters:
    ///   - configuration: Where to listen, and how much to take.
    ///   - handler: Answers every request.
    /// - Throws: Why the server can't listen there.
    package init(configuration: ServerConfiguration, handler: any Handler) throws(ServerError) {
        self.configuration = configuration
        self.handler = handler
        memory =
            configuration.spool?.memory ?? Budget(ofBodies: configuration.limits.bodiesInMemory)
        let listener =
            if let socket = configuration.inheritedSocket {
                Listener(socket)
            } else {
                try Listener(host: configuration.host, port: configuration.port)
            }
        boundAddress = try listener.address()
        let count = max(1, configuration.loops ?? SystemCalls.processorCount())
        do throws(SystemError) {
            wakeup = try Wakeup()
            var mailboxes: [Mailbox] = []
            for _ in 0..<count { mailboxes.append(try Mailbox()) }
            self.mailboxes = mailboxes
        } catch {
            throw ServerError.system(error)
        }
        state = Lock(State(listener: listener))
    }

    /// Serves until stopped; once only.
    ///
    /// The calling thread accepts connections, the loops have threads of their own.
    ///
    /// - Throws: ``ServerError/system(_:)`` when there is no room for the threads.
    package func run() throws(ServerError) {
        SystemCalls.ignoreSignalsOfWrites()
        let descriptors = SystemCalls.raiseDescriptorLimit()
        let limit = ConnectionLimit(
            loops: mailboxes.count,
            maximum: configuration.maximumConnections
                ?? ServerConfiguration.connections(descriptors: descriptors),
            wakeup: wakeup)
        var threads: [SystemThread] = []
        defer { threads.forEach { $0.join() } }
        do throws(SystemError) {
            for number in mailboxes.indices { threads.append(try start(number, limit: limit)) }
        } catch {
            for mailbox in mailboxes { mailbox.post(.halt) }
            throw ServerError.system(error)
        }
        accept(through: limit)
        for mailbox in mailboxes { mailbox.post(.drain) }
    }

    private func start(_ number: Int, limit: ConnectionLimit) throws(SystemError) -> SystemThread {
        try SystemThread { [mailbox = mailboxes[number], configuration, handler, workers, memory] in
            Loop(
                number: number, mailbox: mailbox, limit: limit, workers: workers, memory: memory,
                configuration: configuration, handler: handler
            ).run()
        }
    }

    /// Accepts until stopped, and closes the listener then.
    private func accept(through limit: ConnectionLimit) {
        let listener = state.withLock { state in
            defer { state.listener = nil }
            return state.listener
        }
        guard let listener else { return }
        let acceptor = Acceptor(
            listener: listener, limit: limit, mailboxes: mailboxes,
            proxies: configuration.trustedProxies, wakeup: wakeup)
        acceptor.run { state.withLock { $0.stops > 0 } }
    }

    /// Lets every answer from now on say that it's the last on its connection, from any thread; all
    /// requests are still taken.
    package func announceStop() {
        for mailbox in mailboxes { mailbox.post(.announceEnd) }
    }

    /// Stops the server gracefully, from any thread.
    ///
    /// No more connections are taken, idle ones close at once, and requests under way may finish
    /// within the drain time. A second call ends those, too.
    package func stop() {
        let stops = state.withLock { state in
            state.stops += 1
            return state.stops
        }
        wakeup.signal()
        if stops > 1 {
            for mailbox in mailboxes { mailbox.post(.halt) }
        }
    }
}
