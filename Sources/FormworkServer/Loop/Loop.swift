import FormworkHTTP
import Groundwork
import System

/// One thread's share of the connections: waits for events, reads, answers, writes, keeps deadlines.
///
/// Nothing in it is shared. Other threads reach it through its mailbox alone.
final class Loop {
    /// How many bytes are read at once.
    static let readSize = 16 * 1024

    let handler: any Handler
    let configuration: ServerConfiguration
    let mailbox: Mailbox
    let limit: ConnectionLimit
    let number: Int
    let poller: Poller
    let workers: Workers
    /// The room of all bodies in memory.
    let memory: Budget<IPAddress>

    var connections = ConnectionSlab()
    var clock = LoopClock()
    var wheel: TimerWheel
    /// Where reads go; a connection keeps only what isn't parsed at once.
    var input = [UInt8](repeating: 0, count: Loop.readSize)
    /// Output buffers without an owner.
    var spareBuffers: [[UInt8]] = []
    /// What is to be logged of this turn, so that many answers cost one call of the system.
    var records: [AccessRecord] = []
    var isDraining = false
    /// Whether every answer is the last on its connection.
    var announcesEnd = false
    /// Those connections on which nothing is under way, by their places in the slab.
    var idle = IdleList()
    /// When slow connections were looked for last.
    var searchedAt = Int64.min

    private var drainEnds: Int64?
    private var isHalted = false
    private var events: [PollEvent] = []
    private var messages: [Mailbox.Message] = []
    private var expired: [Int] = []

    /// Makes a loop without connections.
    ///
    /// - Parameters:
    ///   - number: Its number among the loops.
    ///   - mailbox: What it waits with and hears by.
    ///   - limit: Counts its connections.
    ///   - workers: Do what may wait for a disk.
    ///   - memory: The room of all bodies in memory.
    ///   - configuration: Limits and the answers to what can't be read.
    ///   - handler: Answers requests.
    init(
        number: Int, mailbox: Mailbox, limit: ConnectionLimit, workers: Workers,
        memory: Budget<IPAddress>, configuration: ServerConfiguration, handler: any Handler
    ) {
        self.number = number
        self.limit = limit
        self.workers = workers
        self.memory = memory
        self.configuration = configuration
        self.handler = handler
        self.mailbox = mailbox
        poller = mailbox.poller
        wheel = TimerWheel(now: clock.now)
    }

    /// Serves until told to end and nothing is left to do.
    func run() {
        while !isOver {
            // Work that needs no wait leaves its answer among the messages, which is sent at once.
            let hasNews = takeMessages() && takeMessages() && takeMessages()
            log()
            if isOver { break }
            poller.wait(milliseconds: hasNews ? 0 : patience(), into: &events)
            mailbox.wake()
            clock.refresh()
            for index in events.indices { handle(events[index]) }
            meetDeadlines()
        }
        connections.all.forEach(close)
        log()
        mailbox.close()
    }

    private var isOver: Bool { isHalted || isDraining && connections.count == 0 }

    /// Does what the messages say.
    ///
    /// - Returns: Whether there were any; they may have left others.
    private func takeMessages() -> Bool {
        mailbox.take(into: &messages)
        guard !messages.isEmpty else { return false }
        for message in messages {
            switch message {
            case .adopt(let descriptor, let peer, let client):
                adopt(descriptor, peer: peer, client: client)
            case .resume(let job): mailbox.run(job)
            case .answer(let token, let response): answer(token, with: response)
            case .stored(let token, let isKept): goOn(with: token, isKept: isKept)
            case .findPlace(let search): search.offer(placeToOffer())
            case .giveWay(let token): giveWay(token)
            case .announceEnd: announcesEnd = true
            case .drain: drain()
            case .halt: isHalted = true
            }
        }
        messages.removeAll(keepingCapacity: true)
        return true
    }

    /// Milliseconds to the next deadline; -1 when there is none.
    private func patience() -> Int32 {
        var next = wheel.nextLook()
        if let drainEnds { next = min(next ?? drainEnds, drainEnds) }
        return next.map { Int32(clamping: max(0, $0 - clock.now)) } ?? -1
    }

    private func log() {
        guard !records.isEmpty else { return }
        configuration.log?(records)
        records.removeAll(keepingCapacity: true)
    }

    private func handle(_ event: PollEvent) {
        guard let connection = connections[event.token] else { return }
        if event.flags & Poller.gone != 0 {
            close(connection)
            return
        }
        if event.flags & Poller.input != 0 { receive(on: connection) }
        settle(connection)
    }

    private func meetDeadlines() {
        wheel.expire(now: clock.now, into: &expired)
        for index in expired {
            if let connection = connections[place: index] { meetDeadline(of: connection) }
        }
        if !expired.isEmpty { assertInvariants() }
        expired.removeAll(keepingCapacity: true)
        if let drainEnds, clock.now >= drainEnds { isHalted = true }
    }

    /// Ends the process in debug builds when a part isn't sound.
    private func assertInvariants() {
        connections.assertInvariants()
        wheel.assertInvariants()
        idle.assertInvariants()
    }

    private func adopt(_ descriptor: Int32, peer: String, client: IPAddress?) {
        let connection = connections.insert { token in
            Connection(
                Descriptor(descriptor), token: token, peer: peer, client: client,
                limits: configuration.limits, now: clock.now)
        }
        do throws(SystemError) {
            try poller.add(descriptor, for: connection.watched, as: connection.token)
        } catch {
            return close(connection)
        }
        settle(connection)
    }

    /// Lets requests under way finish, and closes what is idle at once.
    private func drain() {
        isDraining = true
        drainEnds = clock.now + Int64(configuration.drainTimeout)
        for connection in connections.all {
            // A request may have arrived unseen.
            if connection.isIdle { receive(on: connection) }
            settle(connection)
        }
    }

    /// Ends a connection at once.
    func close(_ connection: Connection) {
        guard connection.ending != .closed else { return }
        connection.ending = .closed
        let index = ConnectionSlab.index(of: connection.token)
        wheel.clear(index)
        idle.remove(index)
        dropBody(of: connection)
        connections.remove(connection.token)
        limit.leave(number, connection.placeOwner)
    }
}
