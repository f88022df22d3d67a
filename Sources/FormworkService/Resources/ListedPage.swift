internal import FormworkHTTP

/// Where a page stands in its list.
struct ListedPage {
    let request: ListRequest
    let total: Int
    let path: String

    /// Up to this many the total is told exactly.
    private static let mostCounted = 10_000

    /// The number of records; `nil` where there are more than are counted.
    var exactTotal: Int? { total <= Self.mostCounted ? total : nil }

    /// How many pages the list has, at least one.
    var count: Int { max(1, (total + request.per - 1) / request.per) }

    /// The path of the page that follows.
    var next: String? { request.page < count ? path(of: request.page + 1) : nil }

    /// The path of the page before; from past the end it leads to the last one.
    var previous: String? { request.page > 1 ? path(of: min(request.page - 1, count)) : nil }

    /// The pages beside this one, for programs (RFC 8288); `nil` where there are none.
    var link: String? {
        let links = [
            next.map { "<\($0)>; rel=\"next\"" }, previous.map { "<\($0)>; rel=\"prev\"" },
        ].compactMap(\.self)
        return links.isEmpty ? nil : links.joined(separator: ", ")
    }

    /// The path of the whole list in the same order.
    var pathOfAll: String {
        let items = request.items(page: nil).filter { $0.name != "q" }
        return items.isEmpty ? path : "\(path)?\(FormURLEncoded.encode(items))"
    }

    private func path(of page: Int) -> String {
        "\(path)?\(FormURLEncoded.encode(request.items(page: page)))"
    }
}
