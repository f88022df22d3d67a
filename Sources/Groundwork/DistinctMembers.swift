/// The members of an object while it is read, with a quick answer whether a name is new.
///
/// A handful is compared one by one; beyond it a set of names keeps the time linear.
struct DistinctMembers {
    private static let handful = 16

    /// The members in order.
    private(set) var list: [JSON.Object.Member] = []
    private var names: Set<RawText> = []

    /// Whether no member has the name.
    func isNew(_ name: String) -> Bool {
        if list.count < Self.handful {
            return !list.contains { JSON.sameScalars($0.name, name) }
        }
        return !names.contains(RawText(name))
    }

    /// Adds a member whose name is new.
    mutating func append(_ name: String, _ value: JSON) {
        list.append(JSON.Object.Member(name: name, value: value))
        if list.count == Self.handful {
            names = Set(list.lazy.map { RawText($0.name) })
        } else if list.count > Self.handful {
            names.insert(RawText(name))
        }
    }
}
