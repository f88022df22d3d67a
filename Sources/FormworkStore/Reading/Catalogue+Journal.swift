extension Catalogue {
    /// Takes one operation of a journal.
    ///
    /// - Parameters:
    ///   - operation: What is changed.
    ///   - file: The file that it stands in.
    ///   - offset: Where its sealed object begins there.
    ///   - references: Gets the files that the record names from now on.
    mutating func take(
        _ operation: JournalLine.Operation, in file: RecordFile, at offset: Int,
        _ references: inout FileReferences
    ) {
        references.set(
            operation.files, for: FileReferences.Record(type: operation.type, id: operation.id))
        guard operation.isPut else { return remove(operation.type, operation.id) }
        put(
            operation.type,
            IndexSlot(
                id: operation.id, segment: file.number, offset: offset,
                length: operation.range.count, revision: operation.revision))
    }
}
