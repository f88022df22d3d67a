package import Groundwork

/// A form of one type of record: the tree that is made of a binding, ready for every visitor.
///
/// The closures are made where the tree's type is known, so that each visitor's walk is specialised
/// for it.
public struct FormDefinition<Record: Sendable>: Sendable {
    private let starting: Record
    private let root: FieldPath
    private let render:
        @Sendable (Binding<Record>, borrowing EnvironmentValues, inout HTMLRenderer) -> Void
    private let bind:
        @Sendable (Binding<Record>, borrowing EnvironmentValues, inout SubmissionBinder) -> Void
    private let list:
        @Sendable (Binding<Record>, borrowing EnvironmentValues, inout FieldLister) -> Void

    /// How often a tree is made anew until its fields no longer change.
    private static var mostPasses: Int { 8 }

    /// For how many bytes of markup room is made beforehand.
    private static var usualLength: Int { 8_192 }

    /// Defines a form.
    ///
    /// - Parameters:
    ///   - starting: The record that an empty form shows.
    ///   - content: Makes the tree of a binding to the record.
    @inlinable public init<Content: Component & SendableMetatype>(
        starting: Record, content: @escaping @Sendable (Binding<Record>) -> Content
    ) {
        self.init(
            starting: starting,
            render: { Content.walk(content($0), in: $1, &$2) },
            bind: { Content.walk(content($0), in: $1, &$2) },
            list: { Content.walk(content($0), in: $1, &$2) })
    }

    @usableFromInline init(
        starting: Record,
        render:
            @escaping @Sendable (
                Binding<Record>, borrowing EnvironmentValues, inout HTMLRenderer
            ) -> Void,
        bind:
            @escaping @Sendable (
                Binding<Record>, borrowing EnvironmentValues, inout SubmissionBinder
            ) -> Void,
        list:
            @escaping @Sendable (
                Binding<Record>, borrowing EnvironmentValues, inout FieldLister
            ) -> Void
    ) {
        self.starting = starting
        root = FieldPath.root(of: Record.self)
        self.render = render
        self.bind = bind
        self.list = list
    }
}

extension FormDefinition {
    /// Writes the form as HTML.
    ///
    /// - Parameters:
    ///   - record: The record that it shows; `nil` for the one that an empty form shows.
    ///   - state: What has been typed, and what is wrong with it.
    ///   - target: Where the form leads.
    ///   - environment: The values that hold for the whole tree.
    /// - Returns: The markup, and the words of the first heading.
    package func render(
        _ record: Record? = nil, _ state: FormState = FormState(), target: HTMLRenderer.Target,
        in environment: EnvironmentValues
    ) -> RenderedContent {
        let draft = Draft(record ?? starting, root: root)
        let ambient = AmbientEnvironment(environment)
        var renderer = HTMLRenderer(
            state, target: target, ambient: ambient, capacity: Self.usualLength)
        AmbientEnvironment.$current.withValue(ambient) {
            render(draft.binding, environment, &renderer)
        }
        return renderer.finish()
    }

    /// Binds a submission to a record and checks it.
    ///
    /// The tree is made anew until its fields no longer depend on what is bound, so that a field that
    /// the submitted values hide is neither required nor changed.
    ///
    /// - Parameters:
    ///   - submission: What was sent.
    ///   - record: The record that it changes; `nil` for the one that an empty form shows.
    ///   - environment: The values that hold for the whole tree.
    /// - Returns: The changed record, and what was typed and is wrong with it.
    package func bind(
        _ submission: Submission, to record: Record? = nil, in environment: EnvironmentValues
    ) -> (record: Record, state: FormState) {
        let draft = Draft(record ?? starting, root: root)
        let ambient = AmbientEnvironment(environment)
        return AmbientEnvironment.$current.withValue(ambient) {
            var names: [String]?
            for _ in 1..<Self.mostPasses {
                let pass = pass(submission, draft, environment, ambient)
                draft.advance()
                if pass.names == names { return (draft.record, pass.state) }
                names = pass.names
            }
            let last = pass(submission, draft, environment, ambient)
            draft.advance()
            return (draft.record, last.state)
        }
    }

    private func pass(
        _ submission: Submission, _ draft: Draft<Record>, _ environment: EnvironmentValues,
        _ ambient: AmbientEnvironment
    ) -> (state: FormState, names: [String]) {
        var binder = SubmissionBinder(submission, ambient: ambient)
        bind(draft.binding, environment, &binder)
        var (state, names) = binder.finish()
        state.keepErrorsAskedFor(environment.words.messages)
        return (state, names)
    }

    /// Lists the fields with the texts of a record.
    ///
    /// - Parameters:
    ///   - record: The record; `nil` for the one that an empty form shows.
    ///   - environment: The values that hold for the whole tree.
    /// - Returns: The title and the fields in the order of the form.
    package func list(_ record: Record? = nil, in environment: EnvironmentValues) -> FormListing {
        let draft = Draft(record ?? starting, root: root)
        let ambient = AmbientEnvironment(environment)
        var lister = FieldLister(ambient: ambient)
        AmbientEnvironment.$current.withValue(ambient) {
            list(draft.binding, environment, &lister)
        }
        return lister.finish()
    }

    /// Reads a record from a document; what isn't in it takes the starting value.
    ///
    /// - Parameters:
    ///   - document: The members, as `FormListing.document` writes them.
    ///   - environment: The values that hold for the whole tree.
    /// - Returns: The record, and the fields whose members can't be read: the record's values there are
    ///   nobody's, and are neither shown nor saved.
    package func read(
        _ document: JSON.Object, in environment: EnvironmentValues
    ) -> (record: Record, unread: UnreadFields) {
        let (record, state) = bind(Submission(stored: document), in: environment)
        return (record, UnreadFields(state, in: document))
    }

    /// Lists the fields of a document, those that can't be read as they stand.
    ///
    /// - Parameters:
    ///   - document: The members, as `FormListing.document` writes them.
    ///   - environment: The values that hold for the whole tree.
    /// - Returns: The title and the fields in the order of the form.
    package func list(
        stored document: JSON.Object, in environment: EnvironmentValues
    ) -> FormListing {
        let (record, unread) = read(document, in: environment)
        return list(record, in: environment).showing(unread)
    }

    /// Tells what is wrong with a document.
    ///
    /// - Parameters:
    ///   - document: The members, as `FormListing.document` writes them.
    ///   - environment: The values that hold for the whole tree.
    /// - Returns: What the form says of it, and of that what can't be read at all.
    package func errors(
        in document: JSON.Object, in environment: EnvironmentValues
    ) -> (all: [FieldError], unread: [FieldError]) {
        let state = bind(Submission(stored: document), in: environment).state
        return (state.errors, UnreadFields(state, in: document).errors)
    }
}
