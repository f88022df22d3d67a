extension FormDefinition {
    /// Finds the field of the form that is bound to a member of the record.
    ///
    ///     let title = try form.field(at: \.title, in: EnvironmentValues())
    ///
    /// - Parameters:
    ///   - member: The way from the record to the value.
    ///   - environment: The values that hold for the whole tree.
    /// - Returns: The field, with the text that it has in the starting record.
    /// - Throws: `FormFault` where the starting record shows no field of that name.
    package func field(
        at member: PartialKeyPath<Record>, in environment: EnvironmentValues
    ) throws(FormFault) -> ListedField {
        let name = FieldPath.root(of: Record.self).child(member).name
        let listing = list(in: environment)
        let found = listing.fields.first { $0.field.path.isNamed && $0.field.path.name == name }
        guard let found else {
            throw FormFault(.notInForm, label: name, name: name, in: listing, of: Record.self)
        }
        return found
    }
}
