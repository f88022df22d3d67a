/// Numbered things that are idle, in the order in which they became so; each step in constant time.
///
/// A list linked through arrays, so nothing is allocated once the arrays have grown.
struct IdleList: Sequence {
    static let none: Int32 = -1

    struct Entry {
        var isListed = false
        var next = IdleList.none
        var previous = IdleList.none
    }

    private(set) var entries: [Entry] = []
    private(set) var head = IdleList.none
    private(set) var tail = IdleList.none

    /// Puts a number at the end, wherever it was.
    ///
    /// - Parameter index: The number, small, since an array is as long as the largest.
    mutating func append(_ index: Int) {
        remove(index)
        while entries.count <= index { entries.append(Entry()) }
        entries[index] = Entry(isListed: true, previous: tail)
        if tail == Self.none {
            head = Int32(index)
        } else {
            entries[Int(tail)].next = Int32(index)
        }
        tail = Int32(index)
    }

    /// Takes a number out, if it is there.
    mutating func remove(_ index: Int) {
        guard contains(index) else { return }
        let entry = exchange(&entries[index], with: Entry())
        if entry.previous == Self.none {
            head = entry.next
        } else {
            entries[Int(entry.previous)].next = entry.next
        }
        if entry.next == Self.none {
            tail = entry.previous
        } else {
            entries[Int(entry.next)].previous = entry.previous
        }
    }

    /// Whether a number is there.
    func contains(_ index: Int) -> Bool {
        entries.indices.contains(index) && entries[index].isListed
    }

    /// The numbers, the one that has been idle for longest first.
    func makeIterator() -> AnyIterator<Int> {
        var next = head
        return AnyIterator {
            guard next != Self.none else { return nil }
            defer { next = entries[Int(next)].next }
            return Int(next)
        }
    }
}

extension IdleList {
    /// Ends the process in debug builds when the list and its entries don't fit each other.
    func assertInvariants() {
        #if DEBUG
            var listed = 0
            var previous = Self.none
            var next = head
            while next != Self.none {
                let entry = entries[Int(next)]
                precondition(entry.isListed, "what is in the list says so")
                precondition(entry.previous == previous, "the list reads the same both ways")
                listed += 1
                precondition(listed <= entries.count, "the list is no ring")
                (previous, next) = (next, entry.next)
            }
            precondition(tail == previous, "the list ends at its tail")
            precondition(entries.count { $0.isListed } == listed, "what says so is in the list")
        #endif
    }
}
