internal import Formwork
internal import FormworkStore
internal import Groundwork

/// The form of one type of record, for callers that know the type by its name alone.
struct RecordForm: Sendable {
    /// The name of the type on disk.
    let type: String
    /// Whether each record belongs to one person, and opens in that person's session alone.
    let isPersonal: Bool
    /// Lists the fields of a stored document; `nil` lists those of an empty form.
    let list: @Sendable (JSON.Object?) -> FormListing
    /// Binds and checks a new record; returns its fields and what is wrong with them.
    let bind: @Sendable (Submission) -> (listing: FormListing, errors: [FieldError])
    /// Checks a stored document.
    let faults: @Sendable (JSON.Object) -> [DocumentFault]

    /// Wraps the form of a type.
    ///
    /// - Parameters:
    ///   - form: The form.
    ///   - type: The name of the type on disk.
    ///   - isPersonal: Whether each record belongs to one person.
    init<Record>(_ form: FormDefinition<Record>, type: String, isPersonal: Bool) {
        self.type = type
        self.isPersonal = isPersonal
        list = { document in
            guard let document else { return form.list(in: EnvironmentValues(.adding)) }
            let environment = EnvironmentValues(.changing)
            return form.list(stored: document, in: environment)
        }
        faults = { document in
            let (all, unread) = form.errors(in: document, in: EnvironmentValues(.changing))
            return all.map { error in
                DocumentFault(
                    field: error.field, message: error.message,
                    isUnread: unread.contains { $0.field == error.field })
            }
        }
        bind = { submission in
            let environment = EnvironmentValues(.adding)
            let (record, state) = form.bind(submission, in: environment)
            return (form.list(record, in: environment), state.errors)
        }
    }
}

extension ListedField {
    /// The value as a cell of a table: its JSON without quotation marks.
    var cell: String {
        jsonKind == .boolean && unread == nil ? (text.isEmpty ? "false" : "true") : text
    }
}
