internal import Formwork
internal import FormworkHTTP
internal import FormworkRecords
internal import Groundwork

/// The one record that each browser has of its own; nobody else sees or changes it.
struct PersonalResource<Record: Sendable>: Sendable {
    /// The owner of the record that a request is about.
    enum Owner: Sendable {
        /// An unknown browser.
        case nobody
        /// A browser whose record is saved.
        case stored(StoredRecord, SessionCookie)
        /// A browser whose record is kept in memory until its session ends.
        case session(JSON.Object, SessionCookie)

        /// What the owner's form is shown for.
        var purpose: FormPurpose {
            if case .nobody = self { return .adding }
            return .changing
        }

        /// The record as it is saved or kept in memory; `nil` for an unknown browser.
        var document: JSON.Object? {
            switch self {
            case .nobody: nil
            case .stored(let stored, _): stored.document
            case .session(let document, _): document
            }
        }
    }

    /// The path, and what the record is called.
    let name: String
    /// The type in the store.
    let type: String
    let isRemembered: @Sendable (Record) -> Bool
    let welcome: FormDefinition<Record>
    let form: FormDefinition<Record>
    let store: any RecordStore
    let sessions: Sessions
    let limits: Limits

    /// The member of the document with the hashes of the secrets that open it; no field can have the name.
    static var keys: String { "_keys" }

    var path: String { "/\(name)" }

    /// Adds the routes of the record.
    func addRoutes(to router: inout Router<Route>) {
        router.add(
            .get, "/", .later { context throws(Problem) in try await show(welcome, context) })
        router.add(.get, path, .later { context throws(Problem) in try await show(form, context) })
        router.add(.post, path, .form(save))
        router.add(.get, "\(path)/delete", .later(askToDelete))
        router.add(.post, "\(path)/delete", .later(delete))
    }

    /// Finds the owner by the cookies of a request.
    func owner(_ context: RequestContext) async throws(Problem) -> Owner {
        for cookie in SessionCookie.all(context) {
            let owner = try await owner(cookie)
            if case .nobody = owner { continue }
            return owner
        }
        return .nobody
    }

    private func owner(_ cookie: SessionCookie) async throws(Problem) -> Owner {
        guard let id = cookie.id else {
            return sessions.document(cookie.secret).map { .session($0, cookie) } ?? .nobody
        }
        do {
            guard let stored = try await store.record(type, id),
                case .array(let keys) = stored.document[Self.keys]
            else { return .nobody }
            let hash = Array(SessionSecret.hash(cookie.secret).utf8)
            let opens = keys.contains { key in
                guard case .string(let text) = key else { return false }
                return constantTimeEquals(Array(text.utf8), hash)
            }
            return opens ? .stored(stored, cookie) : .nobody
        } catch {
            throw Problem(error)
        }
    }

    /// Reads the owner's record by the form; `nil` for an unknown browser.
    func read(_ owner: Owner) -> (record: Record, unread: UnreadFields)? {
        owner.document.map { form.read($0, in: EnvironmentValues(owner.purpose)) }
    }

    /// The fields of the owner's record; those of an empty form for an unknown browser.
    func list(_ owner: Owner) -> FormListing {
        let environment = EnvironmentValues(owner.purpose)
        return owner.document.map { form.list(stored: $0, in: environment) }
            ?? form.list(in: environment)
    }
}
