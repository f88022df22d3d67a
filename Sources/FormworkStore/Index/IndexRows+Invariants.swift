extension IndexRows {
    /// Looks for what is wrong with the rows.
    ///
    /// - Parameter fieldCount: How many keys each row has.
    /// - Returns: The fault; `nil` where there is none.
    func fault(fieldCount: Int) -> String? {
        for page in pages {
            guard page.ids.count == page.ends.count, page.ids.count <= Self.pageSize else {
                return "a page has too many rows"
            }
            guard zip(page.ends, page.ends.dropFirst()).allSatisfy({ $0 <= $1 }),
                Int(page.ends.last ?? 0) == page.bytes.count
            else { return "the rows don't fill their page" }
        }
        guard pages.dropLast().allSatisfy({ $0.ids.count == Self.pageSize }) else {
            return "a page before the last isn't full"
        }
        guard Set(free).count == free.count, free.allSatisfy({ $0 < limit && row($0).isEmpty })
        else { return "a number that is free has a row" }
        for ordinal in ordinals where keyCount(ordinal) != fieldCount {
            return "a row hasn't as many keys as there are fields"
        }
        return nil
    }

    private func keyCount(_ ordinal: UInt32) -> Int {
        var count = 0
        forEachKey(ordinal) { _, _, _ in count += 1 }
        return count
    }
}
