internal import Groundwork

extension FormDefinition {
    /// Checks that a submission can tell the fields of the form apart, as far as the starting record
    /// shows them.
    ///
    /// - Parameter environment: The values that hold for the whole tree.
    /// - Throws: The first fault, in the order of the form.
    package func check(in environment: EnvironmentValues) throws(FormFault) {
        var known: Set<[String]> = []
        var enclosing: Set<[String]> = []
        let listing = list(in: environment)
        for field in listing.fields.map(\.field) {
            let path = field.path
            let steps = path.components
            let outer = steps.indices.dropFirst().map { Array(steps[..<$0]) }
            let clash = (outer + [steps]).first(where: known.contains)
            let problem: FormFault.Problem? =
                if !path.isNamed || steps.isEmpty {
                    .unnamed
                } else if !path.isUsable {
                    .unusableName
                } else if let hidden = field.hiddenName, Submission.hiddenNames.contains(hidden) {
                    .clash(with: hidden.unbounded)
                } else if let other = clash ?? (enclosing.contains(steps) ? steps : nil) {
                    .clash(with: other.joined(separator: "."))
                } else {
                    nil
                }
            if let problem {
                throw FormFault(
                    problem, label: field.label, name: path.name, in: listing, of: Record.self)
            }
            known.insert(steps)
            enclosing.formUnion(outer)
        }
    }

    /// Checks that no field is for a file: who asks to be forgotten leaves nothing on disk, and what a
    /// browser keeps for a session was never there.
    ///
    /// - Parameter environment: The values that hold for the whole tree.
    /// - Throws: The first fault, in the order of the form.
    package func checkForNoFile(in environment: EnvironmentValues) throws(FormFault) {
        let listing = list(in: environment)
        guard let file = listing.fields.first(where: { $0.jsonKind == .file })?.field else {
            return
        }
        throw FormFault(
            .personalFile, label: file.label, name: file.path.name, in: listing, of: Record.self)
    }
}

extension Field {
    /// The hidden name under which a page keeps the file of the field; `nil` where it's for none.
    fileprivate var hiddenName: RawText? {
        guard case .file = kind else { return nil }
        return RawText("_\(path.name)")
    }
}

extension FieldPath {
    /// Whether the name can stand in a form, in an intent and in an identifier of the page, beside the
    /// names that begin with an underscore.
    fileprivate var isUsable: Bool {
        name.utf8.first != UInt8(ascii: "_")
            && components.allSatisfy { step in
                !step.isEmpty
                    && step.unicodeScalars.allSatisfy { $0.properties.isIDContinue }
            }
    }
}
