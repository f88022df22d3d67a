internal import Groundwork

/// What the committer's thread shares with the store.
struct CommitterShare: Sendable {
    /// What waits to be saved.
    let queue = SignalledLock(CommitQueue())
    /// What readers see.
    let catalogue: Lock<Catalogue>
    /// Whether changes are taken.
    let state: Lock<StoreState>

    /// Joins the parts.
    ///
    /// - Parameters:
    ///   - catalogue: What readers see.
    ///   - state: Whether changes are taken.
    init(catalogue: Catalogue, state: StoreState) {
        self.catalogue = Lock(catalogue)
        self.state = Lock(state)
    }
}
