import FormworkHTTP
import Groundwork
import System

/// The only way into a loop from another thread.
final class Mailbox: Sendable {
    /// What a loop is told.
    enum Message: Sendable {
        /// Serve a connection that was just accepted: its descriptor, which the loop closes, and
        /// the address of the peer, and against whose share its place counts.
        case adopt(Int32, peer: String, client: IPAddress?)
        /// Go on with work that has waited.
        case resume(UnownedJob)
        /// Answer the request that a connection waits with.
        case answer(UInt64, Response)
        /// Go on with a request whose body's bytes are written to their file, or not.
        case stored(UInt64, Bool)
        /// Offer a connection that could give way to a new one.
        case findPlace(PlaceSearch)
        /// Let a connection go, if it still may.
        case giveWay(UInt64)
        /// Let every answer from now on be the last on its connection.
        case announceEnd
        /// Close what is idle, let the rest finish, then end.
        case drain
        /// Close everything and end.
        case halt
    }

    private struct State {
        var messages: [Message] = []
        var isWaiting = false
        var isClosed = false
    }

    /// What the loop waits with; it hears of messages too.
    let poller: Poller
    /// What other threads wake the loop with.
    let wakeup: Wakeup
    private let state = Lock(State())

    /// What the events of a message carry; no connection has it.
    static let token = UInt64.max

    /// Makes an empty one.
    ///
    /// - Throws: When the system has no descriptor or memory left.
    init() throws(SystemError) {
        poller = try Poller()
        wakeup = try Wakeup()
        try poller.add(wakeup.number, for: Poller.input | Poller.once, as: Self.token)
    }

    /// Leaves a message, and wakes the loop if it waits.
    ///
    /// When the loop has ended, the message is disposed of here: work that has waited runs on this thread.
    func post(_ message: Message) {
        let (isClosed, mustWake) = state.withLock { state in
            if state.isClosed { return (true, false) }
            state.messages.append(message)
            defer { state.isWaiting = false }
            return (false, state.isWaiting)
        }
        if isClosed { dispose(of: message) }
        if mustWake { wakeup.signal() }
    }

    /// Takes all messages; when there are none, notes that the loop is about to wait.
    ///
    /// - Parameter messages: An empty list that takes them.
    func take(into messages: inout [Message]) {
        state.withLock { state in
            if state.messages.isEmpty {
                state.isWaiting = true
            } else {
                swap(&state.messages, &messages)
            }
        }
    }

    /// Notes that the loop no longer waits, so that nobody needs to ring.
    func wake() {
        state.withLock { $0.isWaiting = false }
    }

    /// Takes no more messages and disposes of those that are left.
    func close() {
        let messages = state.withLock { state in
            state.isClosed = true
            defer { state.messages = [] }
            return state.messages
        }
        messages.forEach(dispose)
    }

    private func dispose(of message: Message) {
        switch message {
        case .adopt(let number, _, _): SystemCalls.close(number)
        case .resume(let job): run(job)
        case .findPlace(let search): search.offer(nil)
        case .answer, .stored, .giveWay, .announceEnd, .drain, .halt: break
        }
    }
}

/// A task that begins on the loop's thread goes on there after each wait.
extension Mailbox: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) { post(.resume(UnownedJob(job))) }

    /// Runs a piece of work up to its end or its next wait.
    func run(_ job: UnownedJob) { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
}
