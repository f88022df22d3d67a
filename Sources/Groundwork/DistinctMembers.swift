/// The members of an object while it is read, with a quick answer whether a name is new.
///
/// A handful is compared one by one; beyond it a set of names keeps the time linear.
struct DistinctMembers {
    /// A name that compares and hashes by its bytes.
    ///
    /// `String` hashes canonically equivalent texts alike, so that many spellings of one name
    /// would fill one bucket.
    private struct Name: Hashable {
        let text: String

        static func == (left: Name, right: Name) -> Bool {
            JSON.sameScalars(left.text, right.text)
        }

        func hash(into hasher: inout Hasher) {
            for byte in text.utf8 { hasher.combine(byte) }
            hasher.combine(text.utf8.count)
        }
    }

    private static let handful = 16

    /// The members in order.
    private(set) var list: [JSON.Object.Member] = []
    private var names: Set<Name> = []

    /// Whether no member has the name.
    func isNew(_ name: String) -> Bool {
        if list.count < Self.handful {
            return !list.contains { JSON.sameScalars($0.name, name) }
        }
        return !names.contains(Name(text: name))
    }

    /// Adds a member whose name is new.
    mutating func append(_ name: String, _ value: JSON) {
        list.append(JSON.Object.Member(name: name, value: value))
        if list.count == Self.handful {
            names = Set(list.lazy.map { Name(text: $0.name) })
        } else if list.count > Self.handful {
            names.insert(Name(text: name))
        }
    }
}
