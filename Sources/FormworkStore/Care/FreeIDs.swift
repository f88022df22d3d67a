package import FormworkRecords
internal import Groundwork

/// Tells which ids new records may be given, while many are brought in.
package struct FreeIDs {
    /// What can be said of an id.
    package enum Verdict: Sendable {
        /// A new record may have it.
        case free
        /// A record has it, or was given it before.
        case taken
        /// It is no id of a record.
        case invalid
    }

    private let store: Store?
    private let type: String
    private var given: Set<RecordID> = []

    /// Begins with the ids that the records of a store leave.
    ///
    /// - Parameters:
    ///   - store: The store; `nil` where there is none yet.
    ///   - type: The type of the records.
    package init(_ store: Store?, type: String) {
        self.store = store
        self.type = type
    }

    /// Gives an id away if it's free.
    ///
    /// - Parameter text: The id, any text.
    /// - Returns: Whether it was.
    /// - Throws: `ReadError.damaged` or `.failed`.
    package mutating func take(_ text: String) throws(ReadError) -> Verdict {
        guard let id = RecordID(chosen: text, at: .now()) else { return .invalid }
        guard try store?.record(type, text) == nil, given.insert(id).inserted else {
            return .taken
        }
        return .free
    }
}
