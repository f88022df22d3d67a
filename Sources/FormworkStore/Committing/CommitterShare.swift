internal import Groundwork

/// What the committer's thread shares with the store.
struct CommitterShare: Sendable {
    /// What waits to be saved.
    let queue = SignalledLock(CommitQueue())
    /// What readers see.
    let catalogue: Lock<Catalogue>
    /// Whether changes are taken.
    let state: Lock<StoreState>
    /// What can't be read.
    let faults: ReadingFaults
    /// The files that records name.
    let blobs: BlobKeeper
    /// What reads the keys of the records that are indexed, by their type.
    let writers: [String: RowWriter]

    /// Joins the parts.
    ///
    /// - Parameters:
    ///   - recovery: What is on disk.
    ///   - state: Whether changes are taken.
    ///   - indexes: By which fields the records of a type are found and sorted.
    ///   - folder: The store's folder.
    ///   - options: How the store was opened.
    ///   - fileSystem: The way to the folder.
    init(
        _ recovery: Recovery, state: StoreState, indexes: [String: [IndexedField]], folder: String,
        options: StoreOptions, _ fileSystem: any FileSystem
    ) {
        writers = indexes.mapValues(RowWriter.init)
        catalogue = Lock(recovery.catalogue)
        faults = ReadingFaults(warn: options.warn)
        let state = Lock(state)
        self.state = state
        blobs = BlobKeeper(
            recovery.references, in: folder, options: options, state: state, fileSystem)
    }
    /// Reads a record as readers see it.
    ///
    /// - Parameters:
    ///   - type: Its type.
    ///   - id: Its id.
    /// - Returns: The record, or `nil` where there is none.
    /// - Throws: `StoreError.damaged` or `.unusable`.
    func record(_ type: String, _ id: RecordID) throws(StoreError) -> StoredRecord? {
        try catalogue.withLock { $0.find(type, id) }?.record(faults)
    }
}
