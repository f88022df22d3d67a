import FormworkHTTP
import System

// From bytes to requests.

extension Loop {
    /// Reads at most so many times in one turn, so that others get theirs.
    private static let readsPerTurn = 16
    /// Bytes thrown away of a client that goes on sending after its last answer.
    private static let discardLimit = 8 * 1024 * 1024

    /// Reads what has come, and answers what is whole.
    func receive(on connection: Connection) {
        guard connection.wantsInput else {
            // What isn't wanted now would be told again and again.
            return watch(connection, for: connection.watched & ~Poller.input)
        }
        var reads = 0
        while connection.wantsInput, reads < Self.readsPerTurn {
            switch SystemCalls.receive(connection.descriptor.number, into: &input) {
            case .bytes(0):
                connection.peerFinished = true
            case .bytes(let count):
                connection.inputAt = clock.now
                take(count, on: connection)
                // A short read has emptied the connection; the next wait tells of more.
                if count < Self.readSize { return }
            case .wouldBlock: return
            case .failed: return close(connection)
            }
            reads += 1
        }
    }

    /// Makes the most of bytes in the front of `input`.
    private func take(_ count: Int, on connection: Connection) {
        guard connection.ending == .none else {
            connection.discarded += count
            if connection.discarded > Self.discardLimit { close(connection) }
            return
        }
        // Taken out meanwhile, so that the parser may look at it in place.
        let bytes = exchange(&input, with: [])
        if connection.pending.isEmpty {
            let used = parse(bytes.span.extracting(first: count), on: connection)
            connection.pending.append(contentsOf: bytes[used..<count])
        } else {
            connection.pending.append(contentsOf: bytes[..<count])
            parsePending(of: connection)
        }
        input = bytes
    }

    /// Answers what is whole of what came before.
    func parsePending(of connection: Connection) {
        var pending = exchange(&connection.pending, with: [])
        let used = parse(pending.span, on: connection)
        guard used < pending.count else { return }
        pending.removeFirst(used)
        connection.pending = pending
    }

    /// Answers requests one after the other, as long as they are whole and their answers get away.
    ///
    /// - Returns: How many bytes were used; the rest belongs to requests whose turn comes later.
    private func parse(_ bytes: Span<UInt8>, on connection: Connection) -> Int {
        var used = 0
        while used < bytes.count, connection.mayParse {
            let (consumed, outcome) = connection.parser.parse(
                bytes.extracting(droppingFirst: used))
            used += consumed
            switch outcome {
            case .needsMore:
                noteProgress(of: connection)
                if !refuseHead(isAwaited: false, on: connection) { moveBody(of: connection) }
            case .expectsContinue:
                noteProgress(of: connection)
                if !refuseHead(isAwaited: true, on: connection) { sendContinue(on: connection) }
            case .complete(let request):
                connection.headSince = nil
                connection.bodySince = nil
                connection.isHeadJudged = false
                connection.served += 1
                if connection.isAnswered {
                    connection.isAnswered = false
                } else {
                    receiveWhole(request, on: connection)
                }
            case .malformed(let malformed):
                refuse(malformed.status, malformed.reason, on: connection)
            }
        }
        return used
    }

    /// Notes when the parts of a request began, for their deadlines.
    private func noteProgress(of connection: Connection) {
        let phase = connection.parser.phase
        guard phase != .idle else { return }
        connection.headSince = connection.headSince ?? clock.now
        if phase == .body { payForBody(of: connection) }
    }
}
