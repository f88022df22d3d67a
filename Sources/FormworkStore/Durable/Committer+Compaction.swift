internal import FormworkRecords
internal import Groundwork
import System

extension Committer {
    /// Begins a compaction if one is due; the journal continues in a new segment.
    mutating func compactIfDue() {
        guard state == .writable, compactor.delay(journal) == 0, roll() else { return }
        compactor.begin(journal, lastID: lastID)
    }

    /// Ends the compaction that ran.
    mutating func finish(_ outcome: Compaction.Outcome) {
        compactor.finish(outcome, &journal)
    }

    /// Leaves the folder so that the next start knows that nothing is open.
    ///
    /// A small journal is folded into snapshots, and the segment after it has no line.
    mutating func stop() {
        while compactor.isRunning {
            guard let outcome = share.queue.wait(atMost: nil, for: { $0.takeOutcome() }) else {
                break
            }
            finish(outcome)
        }
        guard state == .writable, roll(isClean: true), !journal.earlier.isEmpty else { return }
        guard compactor.hasErasure || journal.bytes <= options.foldLimit else { return }
        compactor.runNow(&journal, lastID: lastID)
    }

    /// Begins a new segment unless the one in use has no line.
    ///
    /// - Returns: Whether the file in use has no line now.
    private mutating func roll(isClean: Bool = false) -> Bool {
        do {
            if let file = try journal.roll(lastID: lastID, isClean: isClean) {
                share.catalogue.withLock { $0.add(file) }
            }
            return true
        } catch {
            enterState(after: error)
            return false
        }
    }
}
