import FormworkHTTP
import System

/// What is still to be sent over a connection: encoded bytes, then at most one long body.
struct Output {
    /// How a try to send ended.
    enum Progress {
        /// Everything is sent.
        case done
        /// The connection takes no more for now.
        case blocked
        /// The share of this turn is used up.
        case paused
        /// The connection is broken, or a file has become shorter than was promised.
        case failed
    }

    /// Bytes beyond which no more answers are added.
    static let mark = 64 * 1024
    /// Bytes that one connection may send in one turn, so that others get theirs.
    static let share = 2 * 1024 * 1024

    /// Heads and short bodies; the encoder appends here, as long as ``isFull`` is false.
    var bytes: [UInt8] = []
    private var sent = 0
    private var body = Response.Body.empty
    private var bodySent = 0

    /// Whether nothing waits to be sent.
    var isEmpty: Bool {
        bytes.isEmpty && bodySent == body.length
    }

    /// Whether no further answer may be added yet.
    var isFull: Bool {
        bytes.count - sent >= Self.mark || bodySent < body.length
    }

    /// Adds a body that was not copied behind its head.
    mutating func append(_ body: Response.Body) {
        self.body = body
        bodySent = 0
    }

    /// Sends as much as the connection takes.
    ///
    /// - Parameter socket: The connection.
    /// - Returns: How it ended, and how many bytes went out.
    mutating func send(to socket: Int32) -> (progress: Progress, count: Int) {
        var count = 0
        while !isEmpty {
            guard count < Self.share else { return (.paused, count) }
            switch sendOnce(to: socket, atMost: Self.share - count) {
            case .bytes(let moved):
                // A file gives none once it has become shorter than it was.
                guard moved > 0 else { return (.failed, count) }
                count += moved
                advance(by: moved)
            case .wouldBlock: return (.blocked, count)
            case .failed: return (.failed, count)
            }
        }
        return (.done, count)
    }

    private func sendOnce(to socket: Int32, atMost share: Int) -> Transfer {
        let head = bytes.span.extracting(droppingFirst: sent)
        switch body {
        case .empty:
            return SystemCalls.send(socket, head, more: false)
        case .bytes(let body):
            let rest = body.span.extracting(bodySent..<min(body.count, bodySent + share))
            return SystemCalls.send(socket, head, rest)
        case .file(let file):
            guard head.isEmpty else {
                return SystemCalls.send(socket, head, more: file.length > 0)
            }
            return SystemCalls.sendFile(
                file.descriptor, from: file.offset + bodySent,
                count: min(file.length - bodySent, share), to: socket)
        }
    }

    private mutating func advance(by count: Int) {
        let ofBytes = min(count, bytes.count - sent)
        sent += ofBytes
        bodySent += count - ofBytes
        if sent == bytes.count {
            bytes.removeAll(keepingCapacity: true)
            sent = 0
        }
        if bodySent == body.length, bytes.isEmpty {
            body = .empty
            bodySent = 0
        }
    }
}
