public import Formwork
internal import FormworkHTTP
internal import FormworkRecords
internal import FormworkServer

/// What a service consists of: its name, its links, its records and their forms.
///
///     service.name = "Library"
///     service.resource(
///         "books", of: Book.self, starting: Book(),
///         names: RecordNames(singular: "book", plural: "books") { $0.title }
///     ) { $book in
///         BookForm(book: $book)
///     }
public struct Service {
    /// The name in the bar of every page and behind every title.
    public var name = "Formwork"
    /// The links in the bar, in order.
    public var navigation: [(title: String, path: String)] = []

    /// The types of record, in the order in which they were added.
    private(set) var types: [String] = []
    /// The types whose records each belong to one person.
    private(set) var personalTypes: Set<String> = []
    /// The forms of these types, in the same order.
    private(set) var forms: [RecordForm] = []
    /// The fields by which the records of each type are searched and sorted.
    private(set) var indexes: [String: [IndexedField]] = [:]
    /// Add the routes of each resource to a router.
    private(set) var parts:
        [@Sendable (any RecordStore, PendingUploads, inout Router<Route>) -> Void] = []
    /// Make the samples of each resource, for a store that has no records of its type.
    private(set) var samples: [(type: String, changes: @Sendable () -> [Change])] = []
    /// Check each form before anything is served.
    private(set) var checks: [@Sendable () throws -> Void] = []

    init() {}

    /// Makes a service and checks its forms.
    ///
    /// - Parameter define: Says what it consists of.
    /// - Throws: `ServeFailure` for a form that can't work.
    init(definedBy define: (inout Service) -> Void) throws(ServeFailure) {
        self.init()
        define(&self)
        for check in checks {
            do { try check() } catch { throw ServeFailure("\(error)", exitCode: ExitCode.software) }
        }
    }

    /// Adds the records of one type: a list, and a form to add and change them.
    ///
    ///     service.resource(
    ///         "books", of: Book.self, starting: Book(), names: names,
    ///         search: [\.title, \.author], sort: [\.title, \.pages]
    ///     ) { $book in … } row: { book, path in … }
    ///
    /// - Parameters:
    ///   - name: The first segment of their paths, and the name of their type on disk.
    ///   - type: The type of a record.
    ///   - starting: The record that an empty form shows.
    ///   - names: What the records are called.
    ///   - search: The fields of the form in which the list's search looks for words; they hold text.
    ///   - sort: The fields of the form by which the list can be sorted.
    ///   - samples: Records for an empty store, added if the settings ask for them.
    ///   - form: Makes the form of a binding to a record.
    ///   - row: Makes what stands for a record in the list, given the path of its page.
    @inlinable
    public mutating func resource<
        Record, Content: Component & SendableMetatype, Row: Component & SendableMetatype
    >(
        _ name: String, of type: Record.Type, starting: Record, names: RecordNames<Record>,
        search: [PartialKeyPath<Record>] = [], sort: [PartialKeyPath<Record>] = [],
        samples: [Record] = [],
        @ComponentBuilder form: @escaping @Sendable (Binding<Record>) -> Content,
        @ComponentBuilder row: @escaping @Sendable (Record, String) -> Row
    ) {
        add(
            name, names: names, search: search, sort: sort, samples: samples,
            form: FormDefinition(starting: starting, content: form),
            row: { RenderedContent(row($0, $1)) })
    }

    /// Adds the records of one type, listed by their names.
    ///
    /// - Parameters:
    ///   - name: The first segment of their paths, and the name of their type on disk.
    ///   - type: The type of a record.
    ///   - starting: The record that an empty form shows.
    ///   - names: What the records are called.
    ///   - search: The fields of the form in which the list's search looks for words; they hold text.
    ///   - sort: The fields of the form by which the list can be sorted.
    ///   - form: Makes the form of a binding to a record.
    @inlinable public mutating func resource<Record, Content: Component & SendableMetatype>(
        _ name: String, of type: Record.Type, starting: Record, names: RecordNames<Record>,
        search: [PartialKeyPath<Record>] = [], sort: [PartialKeyPath<Record>] = [],
        @ComponentBuilder form: @escaping @Sendable (Binding<Record>) -> Content
    ) {
        resource(
            name, of: type, starting: starting, names: names, search: search, sort: sort, form: form
        ) { record, path in
            Link(names.title(record), destination: path)
        }
    }

    /// Adds the one record that each browser has of its own, such as a profile.
    ///
    /// - Parameters:
    ///   - name: The path, and what the record is called.
    ///   - type: The type of the record.
    ///   - starting: The record that an empty form shows.
    ///   - records: The name of their type on disk.
    ///   - isRemembered: Whether the record is saved; one that isn't is known until the browser's
    ///     session ends, and kept in memory alone.
    ///   - welcome: Makes the content of the first page; its form posts to the record's path.
    ///   - form: Makes the content of the record's page.
    @inlinable
    public mutating func personal<
        Record: Sendable, Welcome: Component & SendableMetatype,
        Content: Component & SendableMetatype
    >(
        _ name: String, of type: Record.Type, starting: Record,
        storedAs records: String, isRemembered: @escaping @Sendable (Record) -> Bool,
        @ComponentBuilder welcome: @escaping @Sendable (Binding<Record>) -> Welcome,
        @ComponentBuilder form: @escaping @Sendable (Binding<Record>) -> Content
    ) {
        add(
            name, storedAs: records, isRemembered: isRemembered,
            welcome: FormDefinition(starting: starting, content: welcome),
            form: FormDefinition(starting: starting, content: form))
    }
}

extension Service {
    /// Adds routes of any kind.
    ///
    /// - Parameter add: Adds them to a router; it gets the records and the files of forms that weren't
    ///   saved.
    mutating func addRoutes(
        _ add: @escaping @Sendable (any RecordStore, PendingUploads, inout Router<Route>) -> Void
    ) {
        parts.append(add)
    }

    @usableFromInline mutating func add<Record: Sendable>(
        _ name: String, names: RecordNames<Record>, search: [PartialKeyPath<Record>],
        sort: [PartialKeyPath<Record>], samples: [Record],
        form: FormDefinition<Record>, row: @escaping @Sendable (Record, String) -> RenderedContent
    ) {
        types.append(name)
        forms.append(RecordForm(form, type: name, isPersonal: false))
        checks.append { try form.check(in: EnvironmentValues()) }
        var fields = ListFields()
        do throws(FormFault) {
            fields = try ListFields(form, search: search, sort: sort)
        } catch {
            checks.append { throw error }
        }
        indexes[name] = fields.indexed
        let resource: @Sendable (any RecordStore, PendingUploads) -> Resource<Record> = {
            [fields] store, uploads in
            Resource(
                name: name, names: names, form: form, row: row, fields: fields, store: store,
                uploads: uploads, limits: Limits())
        }
        addRoutes { resource($0, $1).addRoutes(to: &$2) }
        self.samples.append(
            (
                name,
                {
                    samples.map { record in
                        let listing = form.list(record, in: EnvironmentValues(.adding))
                        return .create(type: name, document: listing.document)
                    }
                }
            ))
    }

    @usableFromInline mutating func add<Record: Sendable>(
        _ name: String, storedAs records: String,
        isRemembered: @escaping @Sendable (Record) -> Bool, welcome: FormDefinition<Record>,
        form: FormDefinition<Record>
    ) {
        types.append(records)
        personalTypes.insert(records)
        forms.append(RecordForm(form, type: records, isPersonal: true))
        checks.append {
            for form in [welcome, form] {
                try form.check(in: EnvironmentValues())
                try form.checkForNoFile(in: EnvironmentValues())
            }
        }
        let sessions = Sessions()
        addRoutes { store, _, router in
            PersonalResource(
                name: name, type: records, isRemembered: isRemembered, welcome: welcome, form: form,
                store: store, sessions: sessions, limits: Limits()
            ).addRoutes(to: &router)
        }
    }
}
