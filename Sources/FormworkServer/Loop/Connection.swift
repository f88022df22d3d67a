import FormworkHTTP
import System

/// What a loop knows of one connection; only that loop's thread ever touches it.
final class Connection {
    /// The stages in which a connection ends.
    enum Ending {
        /// The connection goes on.
        case none
        /// Once everything is sent it closes.
        case afterOutput
        /// Once everything is sent, it says so and waits for the peer to do likewise: closing
        /// with something unread would destroy an answer on its way (RFC 9112, section 9.6).
        case afterOutputLingering
        /// Everything is sent; further input is thrown away.
        case lingering
        /// It is closed.
        case closed
    }

    /// Where a body goes.
    enum BodyPlace {
        /// It is short as yet, and in memory.
        case undecided
        /// It stays in memory.
        case memory
        /// Into a file.
        case file(SpoolFile)
    }

    /// What happens with a request once bytes of its body are in their file.
    enum Storing {
        /// The rest of the body is awaited.
        case rest
        /// It is whole, and is answered.
        case whole(Request)

        /// The request, once it is whole.
        var request: Request? {
            guard case .whole(let request) = self else { return nil }
            return request
        }
    }

    let descriptor: Descriptor
    /// What the poller and the mailbox know it by.
    let token: UInt64
    /// The address of the peer, without its port.
    let peer: String
    /// The address against whose share of the places the connection counts; nil for none.
    let placeOwner: IPAddress?

    var parser: RequestParser
    /// Where the bytes of the current body go.
    var bodyPlace = BodyPlace.undecided
    /// What happens once bytes on their way to the body's file are there; nil when there are none.
    var storing: Storing?
    /// How many bytes of bodies in memory are counted for the connection.
    var bodyCounted = 0
    /// Against whose share they count.
    var bodyOwner: IPAddress?
    /// Bytes that were read and belong to later requests.
    var pending: [UInt8] = []
    var output = Output()
    /// The request that waits for its answer.
    var awaiting: Request?
    /// When that request was whole, in microseconds; 0 without a log.
    var askedAt: Int64 = 0
    var ending = Ending.none
    /// Whether the peer sends nothing more.
    var peerFinished = false
    /// What the poller watches it for.
    var watched = Poller.input
    /// How many requests it has brought.
    var served = 0

    // Moments in milliseconds of the loop's clock, for the deadlines.

    /// When it was accepted or last had an answer.
    var idleSince: Int64
    /// When the request under way began; nil between requests.
    var headSince: Int64?
    /// When the body under way began; nil outside one.
    var bodySince: Int64?
    /// Whether the request under way is answered, so that its body is only passed over.
    var isAnswered = false
    /// Whether the handler has judged the head of the request.
    var isHeadJudged = false
    /// Until when the bytes of the body have paid for its time, in microseconds.
    var paidUntil: Int64 = 0
    /// How many of them have paid.
    var bytesPaid = 0
    /// Since when it counts as idle in the list of those.
    var listedSince: Int64 = -1
    /// When bytes came last.
    var inputAt: Int64
    /// When bytes went out last, or began to wait.
    var outputAt: Int64
    /// Bytes thrown away while lingering.
    var discarded = 0

    /// Takes over an accepted connection.
    ///
    /// - Parameters:
    ///   - descriptor: The connection.
    ///   - token: What it is known by.
    ///   - peer: The address of the peer.
    ///   - client: Against whose share of the places it counts; nil for nobody's.
    ///   - limits: Sizes for the parser.
    ///   - now: The time.
    init(
        _ descriptor: consuming Descriptor, token: UInt64, peer: String, client: IPAddress? = nil,
        limits: Limits, now: Int64
    ) {
        self.descriptor = descriptor
        self.token = token
        self.peer = peer
        placeOwner = client
        parser = RequestParser(limits: limits)
        idleSince = now
        inputAt = now
        outputAt = now
    }

    /// Whether another request may be parsed: the ones before are answered, and answers get away.
    var mayParse: Bool {
        ending == .none && !isServed && !output.isFull
    }

    /// Whether it is the server's turn: a request is being answered, or its body stored.
    var isServed: Bool { awaiting != nil || storing != nil }

    /// Whether bytes from the peer are of use now; while answers wait to be sent they are not,
    /// so that a client which sends and doesn't read can't fill the memory.
    var wantsInput: Bool {
        guard !peerFinished else { return false }
        return ending == .lingering || (mayParse && output.isEmpty)
    }

    /// Whether nothing is under way: no request, no answer.
    var isIdle: Bool {
        parser.phase == .idle && pending.isEmpty && output.isEmpty && !isServed
    }
}
