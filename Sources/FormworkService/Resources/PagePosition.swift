internal import FormworkHTTP
internal import FormworkRecords

/// The place of a page in its list: its number, and the links to the pages beside it.
struct PagePosition {
    let request: ListRequest
    let path: String
    /// The number of records of the whole list.
    let total: Int
    /// How many records come before the page.
    private let offset: Int
    /// How many records the page has.
    private let size: Int
    private let first: ListPosition?
    private let last: ListPosition?

    /// The largest total that is shown as an exact number.
    private static let mostCounted = 10_000

    /// Works out the place of a page.
    ///
    /// - Parameters:
    ///   - request: The part of the list that was asked for.
    ///   - listed: The records of that part.
    ///   - path: The path of the list.
    init(_ request: ListRequest, _ listed: ListedRecords, path: String) {
        self.request = request
        self.path = path
        total = listed.total
        offset = min(listed.offset, listed.total)
        size = listed.rows.count
        (first, last) = (listed.first, listed.last)
    }

    /// The number of records; `nil` where it is too large to be shown exactly.
    var exactTotal: Int? { total <= Self.mostCounted ? total : nil }

    /// How many pages the list has, at least one.
    var count: Int { max(1, (total + request.per - 1) / request.per) }

    /// The number of the page, from 1.
    var number: Int { request.edge == nil ? request.page : min(count, offset / request.per + 1) }

    /// The path of the page that follows.
    ///
    /// The path names the last record of this page, so that no record is left out or repeated while others
    /// write.
    var next: String? {
        guard let last, offset + size < total else { return nil }
        return path(of: .after(last))
    }

    /// The path of the page before this one; a page past the end leads to the last page.
    var previous: String? {
        if let first { return offset > 0 ? path(of: .before(first)) : nil }
        return number > 1 || request.edge != nil && total > 0 ? path(of: .number(count)) : nil
    }

    /// The value of `Link` that names the pages beside this one (RFC 8288); `nil` where there are none.
    var link: String? {
        let links = [
            next.map { "<\($0)>; rel=\"next\"" }, previous.map { "<\($0)>; rel=\"prev\"" },
        ].compactMap(\.self)
        return links.isEmpty ? nil : links.joined(separator: ", ")
    }

    /// The path of the whole list in the same order.
    var pathOfAll: String {
        let items = request.items(.first).filter { $0.name != "q" }
        return items.isEmpty ? path : "\(path)?\(FormURLEncoded.encode(items))"
    }

    private func path(of page: ListRequest.Page) -> String {
        "\(path)?\(FormURLEncoded.encode(request.items(page)))"
    }
}
