/// Turns the bytes of a connection into requests, one after the other.
///
/// It is a value without input or output: it is given bytes, takes some, and says what they came
/// to. It gives the same answers however the bytes are split, in time linear in their number.
///
///     var parser = RequestParser(limits: Limits())
///     let (consumed, outcome) = parser.parse(bytes.span)
package struct RequestParser: Sendable {
    /// What the bytes came to.
    package enum Outcome: Sendable {
        /// All bytes are taken, and more are needed.
        case needsMore
        /// The head is complete, and the client waits for 100 before it sends the body.
        ///
        /// Said once a request, and only when nothing of the body is here; `head` is the request.
        case expectsContinue
        /// A request is complete; bytes that weren't consumed belong to the next one.
        case complete(Request)
        /// The bytes are no request. The connection closes after the answer; nothing else on it
        /// is read.
        case malformed(Malformed)
    }

    /// How far the request is that is being read.
    package enum Phase: Sendable, Equatable {
        /// Not one byte of it has come.
        case idle
        /// A part of its head is here.
        case head
        /// Its head is complete, its body isn't.
        case body
    }

    private enum Stage {
        case head
        case body(RequestHead, remaining: Int)
        case chunks(RequestHead, ChunkedDecoder)
        case failed(Malformed)
    }

    private let limits: Limits
    private var scanner: HeadScanner
    private var stage = Stage.head
    private var body: [UInt8] = []

    /// A parser for a connection.
    ///
    /// - Parameter limits: How long requests and their parts may be.
    package init(limits: Limits) {
        self.limits = limits
        scanner = HeadScanner(head: limits)
    }

    /// How far the request is that is being read.
    package var phase: Phase {
        switch stage {
        case .head: scanner.isIdle ? .idle : .head
        case .body, .chunks: .body
        case .failed: .head
        }
    }

    /// How many bytes of the body are here, without their framing.
    package var bodyBytesReceived: Int { body.count }

    /// The request whose body is awaited, without the body; nil in the other phases.
    package var head: Request? {
        switch stage {
        case .body(let head, _), .chunks(let head, _): head.request
        case .head, .failed: nil
        }
    }

    /// Goes on with more bytes.
    ///
    /// - Parameter input: The bytes that are here and weren't consumed before.
    /// - Returns: How many of them are consumed and never needed again, and what they came to.
    ///   After `.malformed` the parser says nothing else any more.
    package mutating func parse(_ input: Span<UInt8>) -> (consumed: Int, outcome: Outcome) {
        do throws(Malformed) {
            return try advance(input)
        } catch {
            stage = .failed(error)
            body = []
            return (input.count, .malformed(error))
        }
    }

    private mutating func advance(
        _ input: Span<UInt8>
    ) throws(Malformed) -> (consumed: Int, outcome: Outcome) {
        var index = 0
        if case .head = stage {
            let step = try scanner.scan(input, from: 0)
            guard step.isComplete else { return (step.next, .needsMore) }
            index = step.next
            let head = try RequestHead(scanner, limits: limits)
            scanner = HeadScanner(head: limits)
            switch head.framing {
            case .none: return (index, .complete(head.request))
            case .length(let length): stage = .body(head, remaining: length)
            case .chunked:
                let decoder = ChunkedDecoder(limits: limits, bodyLimit: head.bodyLimit)
                stage = .chunks(head, decoder)
            }
            if head.expectsContinue, index == input.count { return (index, .expectsContinue) }
        }
        return try advanceBody(input, from: index)
    }

    private mutating func advanceBody(
        _ input: Span<UInt8>, from start: Int
    ) throws(Malformed) -> (consumed: Int, outcome: Outcome) {
        switch stage {
        case .body(let head, let remaining):
            let count = min(remaining, input.count - start)
            body.append(input.extracting(start..<start + count))
            guard count == remaining else {
                stage = .body(head, remaining: remaining - count)
                return (start + count, .needsMore)
            }
            return (start + count, finish(head))
        case .chunks(let head, var decoder):
            let step = try decoder.decode(input, from: start, into: &body)
            guard step.isComplete else {
                stage = .chunks(head, decoder)
                return (step.next, .needsMore)
            }
            return (step.next, finish(head))
        case .failed(let malformed):
            throw malformed
        case .head:
            return (start, .needsMore)
        }
    }

    /// Hands over the request and makes ready for the next one.
    private mutating func finish(_ head: RequestHead) -> Outcome {
        var request = head.request
        request.body = body
        body = []
        stage = .head
        return .complete(request)
    }
}
