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

    init(
        _ reader: FolderReader, state: StoreState, indexes: [String: [IndexedField]],
        options: StoreOptions
    ) {
        writers = indexes.mapValues(RowWriter.init)
        catalogue = Lock(reader.catalogue)
        faults = ReadingFaults(warn: options.warn)
        let state = Lock(state)
        self.state = state
        blobs = BlobKeeper(reader.references, in: reader.folder, options: options, state: state)
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
