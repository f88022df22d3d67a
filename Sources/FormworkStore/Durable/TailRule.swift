/// Tells a crash from damage in the order of a journal's lines.
///
/// A batch is written only after the sync of the batch before it succeeded. So a damaged line is a torn tail
/// only if it can have belonged to the last batch of the journal. No line of a later batch follows it. Where a
/// line of the same batch follows, that line says (`first`) that the batch began no later than the damage. And a
/// tear leaves its mark: the last line has no end, or there are zeros where blocks never reached the disk. A last
/// line that is whole but for its checksum was changed by someone. All else is damage, since it may have been
/// acknowledged.
struct TailRule {
    /// The sequence of the last line that counts.
    private(set) var sequence: Int
    /// The batch of that line.
    private(set) var batch: Int
    /// Whether there was a damaged line.
    private(set) var hasDamage = false
    /// Whether a damaged line looks torn.
    private(set) var hasTear = false
    private var first: Int

    /// What a line with a right checksum is.
    enum Verdict: Equatable {
        /// It continues the journal.
        case accepted
        /// It belongs to the same unfinished batch as the damaged line before it.
        case torn
        /// It can't stand here unless something that was synced is gone.
        case damage(String)
    }

    /// Begins after a line whose sync had succeeded.
    init(sequence: Int, batch: Int) {
        self.sequence = sequence
        self.batch = batch
        first = sequence
    }

    /// Begins anew after a line that counts, whatever was wrong before it.
    init(after line: JournalLine) {
        sequence = line.sequence
        batch = line.batch
        first = line.first
    }

    /// Adds bytes that are no line.
    ///
    /// - Parameters:
    ///   - bytes: The bytes up to the next line end.
    ///   - isTerminated: Whether there is one.
    mutating func addDamage(_ bytes: Span<UInt8>, isTerminated: Bool) {
        hasDamage = true
        hasTear = hasTear || !isTerminated || bytes.indices.contains { bytes[$0] == 0 }
    }

    /// Judges a line with a right checksum.
    ///
    /// An accepted line is the last one that counts from now on.
    mutating func judge(_ line: JournalLine) -> Verdict {
        let continues = line.batch == batch && line.first == first
        let begins = line.batch == batch + 1
        if hasDamage {
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
