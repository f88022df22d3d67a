/// What may be chosen when a store is opened.
package struct StoreOptions: Sendable {
    /// How long to wait for a folder that another process still owns, in milliseconds.
    package var lockWait: Int
    /// Whether to serve what is there and save nothing.
    package var isReadOnly: Bool
    /// At which length a new journal file is begun, in bytes.
    package var segmentLimit: Int
    /// How often a store that has no room looks whether it has some again, in milliseconds.
    package var healInterval: Int
    /// Where to say what a person should know: torn bytes put aside, a full disk, a failed sync.
    package var warn: @Sendable (String) -> Void

    /// Chooses; what is left out stays as the service has it.
    ///
    /// - Parameters:
    ///   - lockWait: How long to wait for the folder, in milliseconds.
    ///   - isReadOnly: Whether to save nothing.
    ///   - segmentLimit: At which length a new journal file is begun, in bytes.
    ///   - healInterval: How often to look for room, in milliseconds.
    ///   - warn: Where to say what a person should know; standard error if nothing is given.
    package init(
        lockWait: Int = 0, isReadOnly: Bool = false, segmentLimit: Int = 64 << 20,
        healInterval: Int = 1000, warn: (@Sendable (String) -> Void)? = nil
    ) {
        self.lockWait = lockWait
        self.isReadOnly = isReadOnly
        self.segmentLimit = segmentLimit
        self.healInterval = healInterval
        self.warn = warn ?? writeWarning
    }
}
