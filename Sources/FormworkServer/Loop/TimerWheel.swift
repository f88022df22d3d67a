/// Deadlines of numbered things, one each, set, moved and cleared in constant time.
///
/// A hashed wheel: a slot a tick, each a list linked through arrays, so nothing is allocated once the
/// arrays have grown. A deadline is met at the end of its tick, never before.
struct TimerWheel {
    /// The length of a tick in milliseconds.
    static let tick: Int64 = 100
    private static let slotCount = 1024
    static let none: Int32 = -1

    struct Entry {
        var deadline: Int64 = 0
        var slot = TimerWheel.none
        var next = TimerWheel.none
        var previous = TimerWheel.none
    }

    private(set) var heads = [Int32](repeating: TimerWheel.none, count: TimerWheel.slotCount)
    private(set) var entries: [Entry] = []
    private(set) var count = 0
    /// The last tick that was looked at.
    private(set) var current: Int64
    /// No tick before this one has a deadline.
    private(set) var earliest: Int64

    /// Makes a wheel without deadlines.
    ///
    /// - Parameter now: The time, by any clock of milliseconds that never goes back.
    init(now: Int64) {
        current = now / Self.tick
        earliest = current + 1
    }

    /// Sets or moves the deadline of a number.
    ///
    /// - Parameters:
    ///   - index: The number, small, since an array is as long as the largest.
    ///   - deadline: In milliseconds of the wheel's clock; one in the past is met at the next tick.
    mutating func set(_ index: Int, at deadline: Int64) {
        while entries.count <= index { entries.append(Entry()) }
        let tick = max((deadline + Self.tick - 1) / Self.tick, current + 1)
        let slot = Int32(truncatingIfNeeded: tick % Int64(Self.slotCount))
        earliest = min(earliest, tick)
        if entries[index].slot != slot { move(index, to: slot) }
        entries[index].deadline = deadline
    }

    private mutating func move(_ index: Int, to slot: Int32) {
        clear(index)
        let head = heads[Int(slot)]
        entries[index].slot = slot
        entries[index].next = head
        if head != Self.none { entries[Int(head)].previous = Int32(index) }
        heads[Int(slot)] = Int32(index)
        count += 1
    }

    /// Forgets the deadline of a number, if it has one.
    mutating func clear(_ index: Int) {
        guard index < entries.count, entries[index].slot != Self.none else { return }
        let entry = entries[index]
        if entry.previous == Self.none {
            heads[Int(entry.slot)] = entry.next
        } else {
            entries[Int(entry.previous)].next = entry.next
        }
        if entry.next != Self.none { entries[Int(entry.next)].previous = entry.previous }
        entries[index] = Entry()
        count -= 1
    }

    /// Takes out the numbers whose deadline has come.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - expired: Takes the numbers.
    mutating func expire(now: Int64, into expired: inout [Int]) {
        let last = now / Self.tick
        guard last >= earliest, count > 0 else {
            current = max(current, last)
            return
        }
        for tick in earliest...min(last, earliest + Int64(Self.slotCount) - 1) {
            var next = heads[Int(tick % Int64(Self.slotCount))]
            while next != Self.none {
                let index = Int(next)
                next = entries[index].next
                if entries[index].deadline <= now {
                    clear(index)
                    expired.append(index)
                }
            }
        }
        current = max(current, last)
        earliest = current + 1
    }

    /// When to look at the wheel next, or nil when there are no deadlines.
    mutating func nextLook() -> Int64? {
        guard count > 0 else { return nil }
        earliest = max(earliest, current + 1)
        let end = earliest + Int64(Self.slotCount)
        while earliest < end, heads[Int(earliest % Int64(Self.slotCount))] == Self.none {
            earliest += 1
        }
        return earliest * Self.tick
    }
}

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
