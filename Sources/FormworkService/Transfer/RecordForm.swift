internal import Formwork
internal import FormworkStore
internal import Groundwork

/// The form of one type of record, for those who know the type by its name alone.
struct RecordForm: Sendable {
    /// The name of the type on disk.
    let type: String
    /// Whether the records are a person's, each opened by its owner's session alone.
    let isPersonal: Bool
    /// Lists the fields of a stored document; those of an empty form where there is none.
    let list: @Sendable (JSON.Object?) -> FormListing
    /// Binds and checks a new record: the fields that it has then, and what is wrong with it.
    let bind: @Sendable (Submission) -> (listing: FormListing, errors: [FieldError])

    /// What the form says of a stored document.
    let faults: @Sendable (JSON.Object) -> [DocumentFault]

    /// Takes the form of a type.
    ///
    /// - Parameters:
    ///   - form: The form.
    ///   - type: The name of the type on disk.
    ///   - isPersonal: Whether the records are a person's.
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
    /// The value as a cell of a table: what its JSON has, without quotation marks.
    var cell: String {
        jsonKind == .boolean && unread == nil ? (text.isEmpty ? "false" : "true") : text
    }
}
