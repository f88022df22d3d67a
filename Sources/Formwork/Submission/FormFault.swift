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
        /// Records are to be searched or sorted by it, and no field of the form has its name.
        case notInForm
        /// Records are to be searched by it, and it holds no text.
        case notSearchable
        /// Records are to be sorted by it, and what it holds has no order.
        case notSortable
        /// It's for a file, in a form of which nothing may be left on disk.
        case personalFile
    }

    /// What is wrong.
    package let problem: Problem
    /// The label of the field.
    package let label: String
    /// The name of the field.
    package let name: String
    /// Where in the source the form stands, and the type of its record.
    package let place: String

    /// Describes a fault of a form.
    ///
    /// - Parameters:
    ///   - problem: What is wrong.
    ///   - label: The label of the field.
    ///   - name: The name of the field.
    ///   - listing: The form.
    ///   - record: The type of its record.
    package init<Record>(
        _ problem: Problem, label: String, name: String, in listing: FormListing,
        of record: Record.Type
    ) {
        self.problem = problem
        self.label = label
        self.name = name
        place = (listing.place.map { "\($0): " } ?? "") + "\(Record.self)"
    }

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
            case .notInForm:
                "isn't in the form as it starts; show it there, or neither search nor sort by it"
            case .notSearchable: "holds no text; don't search by it"
            case .personalFile: "is for a file, which a record of a person can't have; leave it out"
            case .notSortable: "holds neither text nor a number or a date; don't sort by it"
            }
        return "\(place): the field \"\(label)\" \(remedy)"
    }
}
