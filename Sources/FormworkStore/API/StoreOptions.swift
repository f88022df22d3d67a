internal import System

/// What may be chosen when a store is opened.
package struct StoreOptions: Sendable {
    /// How long to wait for a folder that another process still owns, in milliseconds.
    package var lockWait: Int
    /// Whether to serve what is there and save nothing.
    package var isReadOnly: Bool
    /// Whether to read what is there beside another process that may be writing, without a lock and
    /// without changing anything; what is read is of one moment.
    package var isBeside = false {
        didSet { isReadOnly = isReadOnly || isBeside }
    }
    /// At which length a new journal file is begun, in bytes.
    package var segmentLimit: Int
    /// How often a store that has no room looks whether it has some again, in milliseconds.
    package var healInterval: Int
    /// The types whose records are a person's: what is removed or replaced in them doesn't stay in any
    /// file.
    package var personalTypes: Set<String>
    /// Compaction starts when garbage exceeds both this many bytes and the live data.
    package var compactionThreshold: Int
    /// How long to wait after a compaction that failed, in milliseconds.
    package var compactionRetry: Int
    /// Up to which length, in bytes, a stop folds the journal into snapshots.
    package var foldLimit: Int
    /// How many bytes all attachments may have together.
    package var attachmentsQuota: Int
    /// What helps with damage, in words for the operator: the store knows no command line.
    package var remedy = ""
    /// Where to say what a person should know: torn bytes put aside, a full disk, a failed sync.
    package var warn: @Sendable (String) -> Void

    /// Chooses; what is left out stays as the service has it.
    package init(
        lockWait: Int = 0, isReadOnly: Bool = false, segmentLimit: Int = 64 << 20,
        healInterval: Int = 1000, personalTypes: Set<String> = [],
        compactionThreshold: Int = 64 << 20, compactionRetry: Int = 60_000,
        foldLimit: Int = 64 << 20, attachmentsQuota: Int = 1 << 30,
        warn: (@Sendable (String) -> Void)? = nil
    ) {
        self.lockWait = lockWait
        self.isReadOnly = isReadOnly
        self.segmentLimit = segmentLimit
        self.healInterval = healInterval
        self.personalTypes = personalTypes
        self.compactionThreshold = compactionThreshold
        self.compactionRetry = compactionRetry
        self.foldLimit = foldLimit
        self.attachmentsQuota = attachmentsQuota
        self.warn = warn ?? { ServiceProcess.writeErrorLine("formwork: \($0)") }
    }
}
