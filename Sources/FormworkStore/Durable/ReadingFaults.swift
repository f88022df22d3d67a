internal import Groundwork
internal import System

/// What a running store couldn't read: each fault is told to the operator and counted.
///
/// A record is read with it alone, so that nobody who reads one has to think of the operator.
final class ReadingFaults: Sendable {
    /// Where to say what a person should know.
    let warn: @Sendable (String) -> Void
    /// What helps with damage.
    private let remedy: String
    private let told = Lock<[Place: Int64]>([:])

    private struct Place: Hashable {
        var path: String
        var offset: Int
    }

    /// How long a place isn't told again, in milliseconds.
    private static let interval: Int64 = 60_000
    /// How many places are told; a disk that fails as a whole has no more to say.
    private static let most = 1000

    /// Begins without faults.
    ///
    /// - Parameters:
    ///   - remedy: What helps with damage, in words for the operator.
    ///   - warn: Where to say what a person should know.
    init(remedy: String, warn: @escaping @Sendable (String) -> Void) {
        self.remedy = remedy
        self.warn = warn
    }

    /// How many places couldn't be read since the start, up to a thousand.
    var count: Int { told.withLock { $0.count } }

    /// Tells of a record that can't be read.
    func report(_ error: FolderError, at record: Catalogue.Record) {
        let (path, location) = (record.file.path, record.location)
        report(path, location.offset) {
            guard case .damaged(let damage) = error else {
                return
                    "\(path) (byte \(location.offset)): record \(location.id) can't be read: \(error)"
            }
            return remedy.isEmpty ? damage.description : "\(damage); \(remedy)"
        }
    }

    /// Tells of a file of records that can't be opened, or of an index that can't be built.
    ///
    /// - Parameters:
    ///   - error: Why.
    ///   - subject: What can't be read; a path, or words.
    func report(_ error: any Error, of subject: String) {
        report(subject, 0) { "\(subject): it can't be read: \(error)" }
    }

    private func report(_ path: String, _ offset: Int, _ message: () -> String) {
        let now = Clock.monotonicMilliseconds
        let isDue = told.withLock { told in
            let place = Place(path: path, offset: offset)
            if let last = told[place], now - last < Self.interval { return false }
            guard told[place] != nil || told.count < Self.most else { return false }
            told[place] = now
            return true
        }
        if isDue { warn(message()) }
    }
}
