extension OrderedIndex {
    /// What is wrong with the records of a type; `nil` where nothing is.
    var fault: String? {
        if let fault = locations.fault(by: { $0.id < $1.id }) { return fault }
        let sum = locations.chunks.joined().reduce(0) { $0 + Int($1.length) }
        return bytes == sum ? nil : "the bytes aren't the sum of the records' bytes"
    }
}

extension Catalogue {
    /// What is wrong with all that readers see; `nil` where nothing is.
    var fault: String? {
        for (type, records) in types {
            if let fault = records.fault { return "\(type): \(fault)" }
            for location in records.locations(after: nil, limit: .max)
            where files[location.file] == nil {
                return "\(type): a record stands in no file"
            }
        }
        guard bytes == types.keys.reduce(0, { $0 + bytes($1) }) else {
            return "the bytes aren't the sum of the types' bytes"
        }
        for (type, index) in indexes {
            if let fault = index.fault { return "the index of \(type): \(fault)" }
            var isWhole = index.byID.count == count(type)
            for ordinal in index.byID.chunks.joined() {
                isWhole = isWhole && find(type, index.rows.id(ordinal)) != nil
            }
            guard isWhole else { return "the index of \(type) has other records than the type" }
        }
        return nil
    }
}
