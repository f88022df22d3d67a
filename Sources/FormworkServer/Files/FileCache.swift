import FormworkHTTP
import Groundwork
import System

/// Small files kept in memory, each looked at on disk at most once a second.
final class FileCache: Sendable {
    /// What is known of a name.
    struct Entry: Sendable {
        /// The file.
        let file: ServedFile
        /// The state on disk that it was read from; nil when it isn't from there.
        let status: FileStatus?
        /// Whether the same state on disk proves that the file is the same.
        let isSettled: Bool
    }

    /// How old an entry may be before the disk is asked again, in milliseconds.
    private static let freshness: Int64 = 1_000
    /// The most bytes in all.
    private static let capacity = 8 * 1024 * 1024
    /// The most entries.
    private static let count = 1_000

    private struct State {
        var entries: [RawText: (entry: Entry, checkedAt: Int64)] = [:]
        var size = 0

        mutating func remove(_ name: RawText) {
            guard let old = entries.removeValue(forKey: name) else { return }
            size -= old.entry.file.body.length
        }
    }

    private let state = Lock(State())

    /// What is known of a name.
    ///
    /// - Parameters:
    ///   - name: The path of the file.
    ///   - now: The time.
    /// - Returns: The entry, and whether it may be used without a look at the disk.
    func lookUp(_ name: RawText, now: Int64) -> (entry: Entry, isFresh: Bool)? {
        state.withLock { state in
            guard let (entry, checkedAt) = state.entries[name] else { return nil }
            return (entry, now - checkedAt < Self.freshness)
        }
    }

    /// Keeps an entry, in place of those that were looked at longest ago if there is no room.
    ///
    /// - Parameters:
    ///   - entry: What is known of the name.
    ///   - name: The path of the file.
    ///   - now: When the disk was asked.
    func keep(_ entry: Entry, as name: RawText, now: Int64) {
        state.withLock { state in
            state.remove(name)
            state.entries[name] = (entry, now)
            state.size += entry.file.body.length
            while state.size > Self.capacity || state.entries.count > Self.count {
                let oldest = state.entries.min { $0.value.checkedAt < $1.value.checkedAt }
                guard let oldest else { return }
                state.remove(oldest.key)
            }
        }
    }

    /// Forgets a name.
    func remove(_ name: RawText) {
        state.withLock { $0.remove(name) }
    }
}
