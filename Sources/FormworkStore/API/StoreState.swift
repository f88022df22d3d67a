/// Whether a store takes changes.
package enum StoreState: Sendable, Equatable {
    /// Changes are saved.
    case writable
    /// Nothing is saved for now; with a full disk that ends by itself.
    case readOnly(reason: String, isFull: Bool)
    /// A sync failed: nothing is saved until the process is started anew.
    case failed(reason: String)

    /// What a change that comes now is answered, or `nil` if it is taken.
    var refusal: StoreError? {
        switch self {
        case .writable: nil
        case .readOnly(_, isFull: true): .diskFull
        case .readOnly(let reason, isFull: false): .readOnly(reason: reason)
        case .failed(let reason): .failed(reason: reason, outcomeUnknown: false)
        }
    }
}
