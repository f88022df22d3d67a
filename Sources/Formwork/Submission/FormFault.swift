/// A mistake in the program that defines a form, found before the form is served.
package struct FormFault: Error, Equatable, CustomStringConvertible {
    /// What is wrong with a field.
    package enum Problem: Sendable, Equatable {
        /// It is bound to something whose key path has no name.
        case unnamed
        /// Its name holds something else than letters, digits and underscores, or begins with an
        /// underscore.
        case unusableName
        /// Another field, named here, has its name, or holds it or is held by it.
        case clash(with: String)
    }

    /// What is wrong.
    package let problem: Problem
    /// The label of the field.
    package let label: String
    /// The name of the field.
    package let name: String
    /// Where in the source the form stands, and the type of its record.
    package let place: String

    /// The mistake and its remedy in a line.
    package var description: String {
        let remedy =
            switch problem {
            case .unnamed:
                "is bound to no stored property; give it a name, as in $record.value.named(\"value\")"
            case .unusableName:
                "is named \"\(name)\"; use letters, digits and underscores, a letter first"
            case .clash(let other):
                "is named \"\(name)\", which clashes with \"\(other)\"; give one of them another name"
            }
        return "\(place): the field \"\(label)\" \(remedy)"
    }
}
