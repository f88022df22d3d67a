package import FormworkRecords
internal import Groundwork
import System

extension Store {
    /// Reads a part of a list, once the index that it needs is ready.
    package func list(
        _ type: String, _ query: ListQuery
    ) async throws(ReadError) -> ListedRecords {
        while true {
            if let listed = try listIfIndexed(type, query) { return listed }
            await withCheckedContinuation { continuation in
                whenIndexed(type) { continuation.resume() }
            }
        }
    }

    /// Reads a part of a list: the records that a search finds, in an order.
    ///
    /// Until the index is ready, the order of creation is that in which records were added here; those that
    /// were brought in with a time of their own have their record in it from then on.
    ///
    /// - Returns: The part; `nil` while the index isn't ready, which ``whenIndexed(_:_:)`` tells of. The
    ///   order of creation without a search never needs it.
    package func listIfIndexed(
        _ type: String, _ query: ListQuery
    ) throws(ReadError) -> ListedRecords? {
        if let edge = query.edge, RecordID(edge.position.id) == nil {
            throw .refused(reason: "\(edge.position.id) is no id of a record")
        }
        let terms = SearchTerms(query.search)
        let moment = share.catalogue.withLock { $0 }
        let field = try field(of: query, in: type, isSearch: terms != nil)
        let known = moment.index(type)
        // Ids follow each other as records are added, so that they do until the index has been made.
        guard terms != nil || query.order != nil || known != nil else {
            let (offset, limit) = query.part { position, includesIt in
                moment.offset(
                    type, of: position.recordID, includesIt: includesIt,
                    newestFirst: query.isDescending)
            }
            let page_ = moment.page(
                type, offset: offset, limit: limit, newestFirst: query.isDescending)
            return ListedRecords(
                rows: read(page_), total: moment.count(type), offset: offset,
                first: page_.first.map { ListPosition(key: [], id: $0.location.id.description) },
                last: page_.last.map { ListPosition(key: [], id: $0.location.id.description) })
        }
        guard let index = known else {
            if let failure = indexing.failure(type) { throw failure }
            return nil
        }
        let matches = terms.map(index.search)
        let (offset, limit) = query.part { position, includesIt in
            index.offset(
                of: position, includesIt: includesIt, in: matches, by: field,
                isDescending: query.isDescending)
        }
        let page = index.page(
            of: matches, by: field, isDescending: query.isDescending, offset: offset, limit: limit)
        return ListedRecords(
            rows: read(page.ids.compactMap { moment.find(type, $0) }), total: page.total,
            offset: offset, first: page.ids.first.map { index.position(of: $0, by: field) },
            last: page.ids.last.map { index.position(of: $0, by: field) })
    }

    /// Waits for the index of a type.
    ///
    /// - Parameters:
    ///   - type: The type of the records.
    ///   - then: Called once, at once or later, on any thread.
    package func whenIndexed(_ type: String, _ then: @escaping @Sendable () -> Void) {
        indexing.whenFinished(type, then)
    }

    /// The number of the field that a list is sorted by.
    private func field(
        of query: ListQuery, in type: String, isSearch: Bool
    ) throws(ReadError) -> Int? {
        let fields = indexing.fields(type) ?? []
        guard !isSearch || fields.contains(where: \.isSearched) else {
            throw .refused(reason: "records of type \(type) aren't searched")
        }
        guard let order = query.order else { return fields.firstIndex { $0.kind == .creation } }
        let field = fields.firstIndex {
            $0.name == order && $0.isSorted && $0.kind != .creation
        }
        guard let field else {
            throw .refused(reason: "records of type \(type) aren't sorted by \(order)")
        }
        return field
    }

    private func read(_ page_: [Catalogue.Record]) -> [ListedRecords.Row] {
        page_.map { record in
            (try? record.record(share.faults)).map(ListedRecords.Row.record)
                ?? .unreadable(id: record.location.id.description)
        }
    }
}

extension ListQuery {
    /// Which part of a list is meant.
    ///
    /// - Parameter offset: How many records come before a position; those at it too, if they are included.
    /// - Returns: How many records to leave out, and how many to read.
    fileprivate func part(
        _ offset: (ListPosition, _ includesIt: Bool) -> Int
    ) -> (offset: Int, limit: Int) {
        switch edge {
        case nil: return (self.offset, limit)
        case .after(let position): return (offset(position, true), limit)
        case .before(let position):
            let end = offset(position, false)
            let start = max(0, end - max(0, limit))
            return (start, end - start)
        }
    }
}

extension ListPosition {
    /// The id; ``Store/listIfIndexed(_:_:)`` lets no other text in.
    var recordID: RecordID { RecordID(id) ?? RecordID(high: 0, low: 0) }
}
