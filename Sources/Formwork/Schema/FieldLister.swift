/// The visitor that lists the fields of a tree with their texts.
public struct FieldLister: ~Copyable, Visitor {
    /// Where components read their `@Environment` properties.
    public let ambient: AmbientEnvironment
    private var listing = FormListing()

    init(ambient: AmbientEnvironment) {
        self.ambient = ambient
    }

    /// Lists a control.
    @inlinable public mutating func control<C: Control>(
        _ control: borrowing C, in environment: borrowing EnvironmentValues
    ) {
        add(
            control.field(in: environment), control.binding.wrappedValue.fieldText,
            C.Value.jsonKind)
    }

    /// Takes the title of the form.
    public mutating func beginForm(
        _ form: borrowing FormHeader, in environment: borrowing EnvironmentValues
    ) {
        if listing.title == nil { listing.title = form.title?.text }
        if listing.place == nil { listing.place = form.place }
    }

    @usableFromInline mutating func add(_ field: Field, _ text: String, _ jsonKind: JSONKind) {
        listing.fields.append(ListedField(field: field, text: text, jsonKind: jsonKind))
    }

    /// Ends the walk.
    consuming func finish() -> FormListing { listing }
}

/// One field of a form with the text of its value.
package struct ListedField {
    /// What the control says of itself.
    package let field: Field
    /// The record's value as text.
    package internal(set) var text: String
    /// How the value is written in a JSON document.
    package let jsonKind: JSONKind
    /// The stored member where it can't be the field's value; the text is the member's then.
    package internal(set) var unread: UnreadFields.Member?
}

/// The title and the fields of a form.
package struct FormListing {
    /// The form's heading.
    package var title: String?
    /// Where in the source the form stands, such as `Shop/BookForm.swift:12`.
    package var place: String?
    /// The fields in the order of the form.
    package var fields: [ListedField] = []
}
