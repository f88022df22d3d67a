/// What is wrong with a form itself, found before it is served.
package enum FormFault: Error, Equatable, CustomStringConvertible {
    /// A key path has no name of its own: a computed property, or one with observers.
    case unnamed(record: String, keyPath: String, label: String)
    /// Two controls share a name.
    case repeated(record: String, name: String)
    /// A name is kept for the service's own use.
    case reserved(record: String, name: String)

    package var description: String {
        switch self {
        case .unnamed(let record, let keyPath, let label):
            """
            the form of \(record) has a control "\(label)" whose place \(keyPath) has no name; give it \
            one with .named(_:)
            """
        case .repeated(let record, let name):
            "the form of \(record) has two controls with the name \(name)"
        case .reserved(let record, let name):
            "the form of \(record) has a control with the name \(name); no name may begin with _"
        }
    }
}

extension FormDefinition {
    /// Finds out whether every control has a name that a submission can use.
    ///
    /// - Parameter environment: The values that hold for the whole tree.
    /// - Throws: The first fault.
    package func check(in environment: EnvironmentValues) throws(FormFault) {
        let record = "\(Record.self)"
        var names: Set<String> = []
        for field in list(in: environment).fields {
            let path = field.field.path
            guard path.isNamed else {
                throw .unnamed(record: record, keyPath: path.name, label: field.field.label)
            }
            guard !path.components.contains(where: { $0.hasPrefix("_") }) else {
                throw .reserved(record: record, name: path.name)
            }
            guard names.insert(path.name).inserted else {
                throw .repeated(record: record, name: path.name)
            }
        }
    }
}
