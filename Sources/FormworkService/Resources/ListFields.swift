internal import Formwork
internal import FormworkRecords

/// The fields by which the records of a resource are searched and sorted.
struct ListFields: Sendable {
    /// An order with its label in the list of choices.
    struct NamedOrder: Sendable {
        let order: ListOrder
        let words: String
    }

    /// The fields as the store needs them.
    private(set) var indexed: [IndexedField] = []
    /// The labels of the searched fields, in the case that they have within a sentence.
    private var searched: [String] = []
    /// The orders that can be chosen.
    private(set) var orders = [
        NamedOrder(order: .newestFirst, words: "Added, newest first"),
        NamedOrder(order: .oldestFirst, words: "Added, oldest first"),
    ]

    /// Offers no search, and the orders of creation alone.
    init() {}

    /// Finds the fields in a form.
    ///
    /// - Parameters:
    ///   - form: The form of the records.
    ///   - search: The fields that a search looks in.
    ///   - sort: The fields by which records can be sorted.
    /// - Throws: `FormFault` for a field that isn't in the form, or has no order or no words.
    init<Record>(
        _ form: FormDefinition<Record>, search: [PartialKeyPath<Record>],
        sort: [PartialKeyPath<Record>]
    ) throws(FormFault) {
        let environment = EnvironmentValues()
        var kinds: [(name: String, kind: IndexedField.Kind)] = []
        var (searchedNames, sortedNames) = (Set<String>(), Set<String>())
        for member in search + sort {
            let listed = try form.field(at: member, in: environment)
            let field = listed.field
            let isSearch = kinds.count < search.count
            let kind = listed.indexedKind
            guard let kind, !isSearch || kind == .text else {
                throw FormFault(
                    isSearch ? .notSearchable : .notSortable, label: field.label,
                    name: field.path.name, in: form.list(in: environment), of: Record.self)
            }
            kinds.append((field.path.name, kind))
            if isSearch {
                if searchedNames.insert(field.path.name).inserted {
                    searched.append(field.labelWithinSentence)
                }
            } else if sortedNames.insert(field.path.name).inserted {
                orders += listed.orders
            }
        }
        for (name, kind) in kinds where !indexed.contains(where: { $0.name == name }) {
            indexed.append(
                IndexedField(
                    name, kind, isSearched: searchedNames.contains(name),
                    isSorted: sortedNames.contains(name)))
        }
    }

    /// Whether the records can be searched.
    var isSearched: Bool { !searched.isEmpty }

    /// Whether a list of the records has a form to search and sort.
    var offersForm: Bool { !indexed.isEmpty }

    /// The label of the search field, such as `Search title, author and ISBN`.
    var searchLabel: String {
        guard let last = searched.last, searched.count > 1 else {
            return "Search " + searched.joined()
        }
        return "Search \(searched.dropLast().joined(separator: ", ")) and \(last)"
    }

    /// The names that `sort` can have.
    var sortNames: [String] {
        orders.filter { !$0.order.isDescending }.map(\.order.name)
    }
}

extension ListedField {
    /// How values of the field are compared; `nil` where they have no order.
    fileprivate var indexedKind: IndexedField.Kind? {
        if case .number = field.kind { return .number }
        switch jsonKind {
        case .string: return .text
        case .number: return .number
        case .boolean, .file: return nil
        }
    }

    /// The two orders by the field, with their labels.
    fileprivate var orders: [ListFields.NamedOrder] {
        let words =
            switch field.kind {
            case .text, .toggle, .file: ("A to Z", "Z to A")
            case .number: ("lowest first", "highest first")
            case .date: ("oldest first", "newest first")
            }
        return [(false, words.0), (true, words.1)].map { isDescending, words in
            ListFields.NamedOrder(
                order: ListOrder(name: field.path.name, isDescending: isDescending),
                words: "\(field.label), \(words)")
        }
    }
}
