internal import Groundwork

/// What the committer's thread shares with the store.
struct CommitterShare: Sendable {
    /// What waits to be saved.
    let queue = SignalledLock(CommitQueue())
    /// What readers see.
    let catalogue: Lock<Catalogue>
    /// Whether changes are taken.
    let state: Lock<StoreState>
    /// What reads the keys of the records that are indexed, by their type.
    let writers: [String: RowWriter]

    /// Joins the parts.
    ///
    /// - Parameters:
    ///   - catalogue: What readers see.
    ///   - state: Whether changes are taken.
    ///   - indexes: By which fields the records of a type are found and sorted.
    init(catalogue: Catalogue, state: StoreState, indexes: [String: [IndexedField]]) {
        writers = indexes.mapValues(RowWriter.init)
        self.catalogue = Lock(catalogue)
        self.state = Lock(state)
    }
}
