/// A place in a record that a control shows and changes, named by its key path.
///
///     struct BookForm: Component {
///         @Binding var book: Book
///
///         var body: some Component {
///             TextInputField("Title", text: $book.title)
///         }
///     }
@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
    let draft: AnyDraft
    /// The place in the record.
    public let path: FieldPath

    init(draft: AnyDraft, path: FieldPath) {
        self.draft = draft
        self.path = path
    }

    /// Takes over another binding, so that `$book` can be handed to a component.
    public init(projectedValue: Binding<Value>) {
        self = projectedValue
    }

    /// The value in the record.
    public var wrappedValue: Value { draft.value(at: path) }

    /// The binding itself.
    public var projectedValue: Binding<Value> { self }

    /// The binding of a member.
    ///
    /// - Parameter member: The member's key path.
    public subscript<Member>(
        dynamicMember member: WritableKeyPath<Value, Member>
    ) -> Binding<Member> {
        Binding<Member>(draft: draft, path: path.child(member))
    }

    /// Gives the place a name where its key path has none: a computed property, or one with
    /// observers.
    ///
    ///     Toggle("Long", isOn: $book.isLong.named("isLong"))
    ///
    /// - Parameter name: The name of the field within the value it belongs to.
    /// - Returns: The same place under that name.
    public func named(_ name: String) -> Binding<Value> {
        Binding(draft: draft, path: path.named(name))
    }

    /// The value in the record before the submission.
    @usableFromInline var unchangedValue: Value { draft.unchangedValue(at: path) }

    /// Sets what a submission makes of the value.
    @usableFromInline func setPending(_ value: Value) {
        draft.setPending(value, at: path)
    }
}
