/// Tells a crash from damage in the order of a journal's lines.
///
/// A batch is written only after the sync of the one before it succeeded. So a bad place is a torn tail
/// only if what it held can have belonged to the last batch of the journal: no line of a later batch
/// follows, and a line of that very batch which follows says (`first`) that the batch began no later
/// than the bad place. And a tear leaves its mark, an end without a line end or zeros where blocks never
/// came to the disk; a last line that is whole but for its checksum was changed by someone. All else is
/// damage, since it may have been acknowledged.
struct TailRule {
    /// The sequence of the last line that counts.
    private(set) var sequence: Int
    /// The batch of that line.
    private(set) var batch: Int
    /// Whether a bad place was met.
    private(set) var hasBadPlace = false
    /// Whether a bad place looks as a tear does.
    private(set) var hasTear = false
    private var first: Int

    /// What a line with a right checksum is.
    enum Verdict: Equatable {
        /// It continues the journal.
        case accepted
        /// It belongs to the same unfinished batch as the bad place before it.
        case torn
        /// It can't stand here unless something that was synced is gone.
        case damage(String)
    }

    /// Begins after a line whose sync had succeeded.
    ///
    /// - Parameters:
    ///   - sequence: Its sequence, 0 for none.
    ///   - batch: Its batch, 0 for none.
    init(sequence: Int, batch: Int) {
        self.sequence = sequence
        self.batch = batch
        first = sequence
    }

    /// Takes note of bytes that are no line.
    ///
    /// - Parameters:
    ///   - bytes: The bytes up to the next line end.
    ///   - isTerminated: Whether there is one.
    mutating func meetBadPlace(_ bytes: Span<UInt8>, isTerminated: Bool) {
        hasBadPlace = true
        hasTear = hasTear || !isTerminated || bytes.indices.contains { bytes[$0] == 0 }
    }

    /// Judges a line with a right checksum.
    ///
    /// - Parameter line: The line.
    /// - Returns: What it is; it is taken for the last one that counts where it is accepted.
    mutating func meet(_ line: JournalLine) -> Verdict {
        let continues = line.batch == batch && line.first == first
        let begins = line.batch == batch + 1
        if hasBadPlace {
            guard line.sequence > sequence + 1 else {
                return .damage("it is no line of the journal")
            }
            return continues || begins && line.first == sequence + 1
                ? .torn : .damage("the line is damaged, and what was saved after it is intact")
        }
        guard line.sequence == sequence + 1 else {
            return .damage("seq \(sequence + 1) is missing before seq \(line.sequence)")
        }
        guard continues || begins && line.first == line.sequence else {
            return .damage("batch \(line.batch) can't follow batch \(batch)")
        }
        sequence = line.sequence
        batch = line.batch
        first = line.first
        return .accepted
    }
}
