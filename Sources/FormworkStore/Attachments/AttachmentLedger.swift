internal import FormworkRecords
internal import Groundwork
internal import System

/// Who needs which file: the records that name it and those who hold it; and how many bytes all have.
final class AttachmentLedger: Sendable {
    private struct State: Sendable {
        var references: AttachmentReferences
        var holds: [AttachmentDigest: Int] = [:]
        var bytes = 0
        var unreferenced: @Sendable (AttachmentDigest) -> Void = { _ in }

        func isNeeded(_ file: AttachmentDigest) -> Bool {
            holds[file] != nil || references.contains(file)
        }
    }

    private let state: Lock<State>

    /// Begins with what the records name.
    init(_ references: AttachmentReferences) {
        state = Lock(State(references: references))
    }

    /// Says whom to tell of files that nobody needs any more.
    ///
    /// - Parameter unreferenced: Called with each, on any thread.
    func tell(_ unreferenced: @escaping @Sendable (AttachmentDigest) -> Void) {
        state.withLock { $0.unreferenced = unreferenced }
    }

    /// How many bytes all files have.
    var bytes: Int { state.withLock { $0.bytes } }

    /// Every file that a record names.
    var named: [AttachmentDigest] { state.withLock { Array($0.references.files) } }

    /// Whether anybody needs a file.
    ///
    /// - Parameter file: The file.
    /// - Returns: Whether a record names it or somebody holds it.
    func isNeeded(_ file: AttachmentDigest) -> Bool { state.withLock { $0.isNeeded(file) } }

    /// Holds a file that somebody needs already.
    ///
    /// - Parameter digest: What it is known by, any text.
    /// - Returns: What holds it; `nil` where nobody needed such a file.
    func hold(_ digest: String) -> AttachmentHold? {
        guard let file = AttachmentDigest(digest) else { return nil }
        let isHeld = state.withLock { state in
            guard state.isNeeded(file) else { return false }
            state.holds[file, default: 0] += 1
            return true
        }
        return isHeld ? makeHold(file) : nil
    }

    /// Counts a file and holds it.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - added: How many bytes it adds to the folder.
    /// - Returns: What holds it.
    func add(_ file: AttachmentDigest, bytes added: Int) -> AttachmentHold {
        state.withLock { state in
            state.holds[file, default: 0] += 1
            state.bytes += added
        }
        return makeHold(file)
    }

    private func makeHold(_ file: AttachmentDigest) -> AttachmentHold {
        AttachmentHold(file.description) { [self] in release(file) }
    }

    /// Counts bytes that are there, or gone.
    ///
    /// - Parameter count: How many; below 0 where they are gone.
    func count(bytes count: Int) { state.withLock { $0.bytes += count } }

    /// Ends one hold of a file.
    func release(_ file: AttachmentDigest) {
        let unreferenced: (@Sendable (AttachmentDigest) -> Void)? = state.withLock { state in
            let left = (state.holds[file] ?? 1) - 1
            state.holds[file] = left > 0 ? left : nil
            return state.isNeeded(file) ? nil : state.unreferenced
        }
        unreferenced?(file)
    }

    /// Takes note of what saved records name.
    ///
    /// - Parameter changes: Of each record the files that it names now.
    func publish(_ changes: [(record: AttachmentReferences.Record, files: [AttachmentDigest])]) {
        let (dropped, unreferenced) = state.withLock { state in
            var dropped: [AttachmentDigest] = []
            for (record, files) in changes {
                dropped += state.references.set(files, for: record)
            }
            return (dropped.filter { !state.isNeeded($0) }, state.unreferenced)
        }
        for file in dropped { unreferenced(file) }
    }
}
