internal import Formwork
internal import FormworkStore
internal import Groundwork

/// A file that is kept although no record names it yet.
struct Upload: Sendable {
    /// What holds its bytes.
    let file: KeptFile
    /// The file as a record will refer to it.
    let reference: FileReference
}

/// Good files of forms that weren't saved, kept for a while under tokens that nobody can guess, so that
/// they needn't be chosen again.
final class Uploads: Sendable {
    private struct Entry: Sendable {
        let upload: Upload
        /// When it was shown last, in milliseconds.
        var since: Int64
        /// The same as a number of its own: within a millisecond several are shown.
        var turn: Int
    }

    private struct State: Sendable {
        var entries: [RawText: Entry] = [:]
        var bytes = 0
        var turns = 0

        mutating func nextTurn() -> Int {
            turns += 1
            return turns
        }

        mutating func remove(_ token: RawText) {
            guard let entry = entries.removeValue(forKey: token) else { return }
            bytes -= entry.upload.reference.size
        }
    }

    private let most: Int
    private let mostBytes: Int
    private let lifetime: Int64
    private let state = Lock(State())

    /// Makes a place for files.
    ///
    /// - Parameters:
    ///   - most: How many are kept, at least one; past that the oldest goes.
    ///   - mostBytes: How many bytes all have together; past that the oldest go.
    ///   - lifetime: How long one is kept after it was shown last, in milliseconds.
    init(most: Int = 200, mostBytes: Int = 256 << 20, lifetime: Int64 = 60 * 60 * 1_000) {
        self.most = most
        self.mostBytes = mostBytes
        self.lifetime = lifetime
    }

    /// Keeps a file.
    ///
    /// - Parameter upload: The file.
    /// - Returns: The token under which it's found; `nil` where it is too large to be kept.
    func keep(_ upload: Upload) -> RawText? {
        guard upload.reference.size <= mostBytes else { return nil }
        let token = RawText(SessionSecret.make())
        let now = monotonicMilliseconds()
        state.withLock { state in
            removeExpired(&state, now)
            while state.entries.count >= most
                || state.bytes > mostBytes - upload.reference.size
            {
                guard let oldest = state.entries.min(by: { $0.value.turn < $1.value.turn })
                else { break }
                state.remove(oldest.key)
            }
            state.entries[token] = Entry(upload: upload, since: now, turn: state.nextTurn())
            state.bytes += upload.reference.size
        }
        return token
    }

    /// Finds a file, and keeps it for as long once more.
    ///
    /// - Parameter token: The token, any text.
    /// - Returns: `nil` where there is no such file any more.
    func find(_ token: RawText) -> Upload? {
        let now = monotonicMilliseconds()
        return state.withLock { state in
            removeExpired(&state, now)
            guard var entry = state.entries[token] else { return nil }
            (entry.since, entry.turn) = (now, state.nextTurn())
            state.entries[token] = entry
            return entry.upload
        }
    }

    /// Lets a file go.
    ///
    /// - Parameter token: The token, any text.
    func forget(_ token: RawText) {
        state.withLock { $0.remove(token) }
    }

    private func removeExpired(_ state: inout State, _ now: Int64) {
        for (token, entry) in state.entries where now - entry.since >= lifetime {
            state.remove(token)
        }
    }
}
