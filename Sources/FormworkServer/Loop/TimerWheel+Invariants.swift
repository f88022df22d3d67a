extension TimerWheel {
    /// Ends the process in debug builds when the lists of the slots and the entries don't fit each other.
    func assertInvariants() {
        #if DEBUG
            var listed = 0
            for (slot, head) in heads.enumerated() {
                var previous = Self.none
                var next = head
                while next != Self.none {
                    let entry = entries[Int(next)]
                    precondition(entry.slot == Int32(slot), "an entry is in the list of its slot")
                    precondition(entry.previous == previous, "a list reads the same both ways")
                    listed += 1
                    precondition(listed <= entries.count, "no list is a ring")
                    (previous, next) = (next, entry.next)
                }
            }
            precondition(listed == count, "the count is that of deadlines")
            precondition(
                entries.count { $0.slot != Self.none } == count, "each entry with a slot is listed")
        #endif
    }
}
