package import FormworkRecords
import Groundwork
import System

/// A second engine behind the protocol of records: all of it is in memory, and every call waits for a moment.
///
/// It knows no search and no order but that of creation.
package final class MemoryStore: RecordStore {
    fileprivate struct State {
        var records: [String: [StoredRecord]] = [:]
        var attachments: [String: [UInt8]] = [:]
        var lastID = 0
    }

    private let content = Lock(State())

    /// Makes an empty store.
    package init() {}

    package var state: StoreState { .writable }
    package var unreadableCount: Int { 0 }

    package func record(_ type: String, _ id: String) async throws(ReadError) -> StoredRecord? {
        await Task.yield()
        return content.withLock { state in state.records[type]?.first { $0.id == id } }
    }

    package func count(_ type: String) async throws(ReadError) -> Int {
        await Task.yield()
        return content.withLock { $0.records[type]?.count ?? 0 }
    }

    package func list(
        _ type: String, _ query: ListQuery
    ) async throws(ReadError) -> ListedRecords {
        await Task.yield()
        guard query.search.isEmpty, query.order == nil else {
            throw .refused(reason: "there is no search and no order here")
        }
        let records = content.withLock { $0.records[type] ?? [] }
        let ordered = query.isDescending ? records.reversed() : records
        func isPast(_ record: StoredRecord, _ position: ListPosition) -> Bool {
            query.isDescending ? record.id < position.id : record.id > position.id
        }
        var offset = min(max(0, query.offset), ordered.count)
        var limit = max(0, query.limit)
        switch query.edge {
        case nil: break
        case .after(let position):
            offset = ordered.firstIndex { isPast($0, position) } ?? ordered.count
        case .before(let position):
            let end = ordered.firstIndex { $0.id == position.id || isPast($0, position) }
            offset = max(0, (end ?? ordered.count) - limit)
            limit = (end ?? ordered.count) - offset
        }
        let part = ordered.dropFirst(offset).prefix(limit)
        return ListedRecords(
            rows: part.map { .record($0) }, total: records.count, offset: offset,
            first: part.first.map { ListPosition(key: [], id: $0.id) },
            last: part.last.map { ListPosition(key: [], id: $0.id) })
    }

    package func commit(_ changes: [Change]) async throws(CommitError) -> [StoredRecord] {
        await Task.yield()
        let result: Result<[StoredRecord], CommitError> = content.withLock { state in
            var draft = state
            do throws(CommitError) {
                var saved: [StoredRecord] = []
                for change in changes { saved.append(try draft.apply(change)) }
                state = draft
                return .success(saved)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    package func keep(
        _ content: AttachmentContent
    ) async throws(CommitError) -> AttachmentHold {
        await Task.yield()
        guard case .bytes(let bytes) = content else {
            throw .invalid(reason: "only bytes in memory are kept here")
        }
        let digest = SHA256.hash(bytes).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
        self.content.withLock { $0.attachments[digest] = bytes }
        return AttachmentHold(digest) {}
    }

    package func hold(_ digest: String) async -> AttachmentHold? {
        await Task.yield()
        return content.withLock { $0.attachments[digest] != nil }
            ? AttachmentHold(digest) {} : nil
    }

    package func attachment(_ digest: String) async throws(ReadError) -> AttachmentContent? {
        await Task.yield()
        return content.withLock { $0.attachments[digest] }.map(AttachmentContent.bytes)
    }
}

extension MemoryStore.State {
    fileprivate mutating func apply(_ change: Change) throws(CommitError) -> StoredRecord {
        if let digest = change.attachments.first(where: { attachments[$0] == nil }) {
            throw .invalid(reason: "there is no file \(digest)")
        }
        let now = Timestamp.now()
        switch change {
        case .create(let type, let id, let document, let attachments):
            lastID += 1
            let number = String(lastID, radix: 10)
            let next = String(repeating: "0", count: 26 - number.utf8.count) + number
            return try insert(
                StoredRecord(
                    type: type, id: id ?? next, revision: 1, createdAt: now, updatedAt: now,
                    document: document, attachments: attachments))
        case .restore(let record): return try insert(record)
        case .update(let type, let id, let expected, let document, let attachments):
            let (index, current) = try find(type, id, expected)
            let record = StoredRecord(
                type: type, id: id, revision: current.revision + 1, createdAt: current.createdAt,
                updatedAt: now, document: document,
                attachments: attachments ?? current.attachments, unknown: current.unknown)
            records[type]?[index] = record
            return record
        case .delete(let type, let id, let expected):
            let (index, current) = try find(type, id, expected)
            records[type]?.remove(at: index)
            return current
        }
    }

    private mutating func insert(_ record: StoredRecord) throws(CommitError) -> StoredRecord {
        if let other = records[record.type]?.first(where: { $0.id == record.id }) {
            throw .conflict(current: other)
        }
        records[record.type, default: []].append(record)
        records[record.type]?.sort { $0.id < $1.id }
        return record
    }

    private func find(
        _ type: String, _ id: String, _ expected: Int?
    ) throws(CommitError) -> (index: Int, record: StoredRecord) {
        guard let index = records[type]?.firstIndex(where: { $0.id == id }),
            let record = records[type]?[index]
        else { throw .notFound(type: type, id: id) }
        if let expected, expected != record.revision { throw .conflict(current: record) }
        return (index, record)
    }
}
