internal import Formwork
internal import FormworkHTTP
internal import FormworkStore
internal import Groundwork

/// Which part of a list is asked for.
struct PageRequest: Equatable {
    /// The number of the page, from 1.
    var page = 1
    /// How many records a page has, 1 to 100.
    var per = 20

    private static let mostPerPage = 100

    /// Reads `page` and `per` of a query.
    ///
    /// - Throws: A problem with status 400 where one is no number or out of range.
    init(_ request: Request, limits: Limits) throws(Problem) {
        let items: [(name: String, value: String)]
        do {
            items = try request.queryItems(limits: limits)
        } catch {
            throw Problem(error.status == .contentTooLarge ? .badRequest : error.status, "\(error)")
        }
        for (name, value) in items {
            switch name {
            case "page": page = try Self.number(value, name, most: .max)
            case "per": per = try Self.number(value, name, most: Self.mostPerPage)
            default: break
            }
        }
    }

    private static func number(
        _ text: String, _ name: String, most: Int
    ) throws(Problem) -> Int {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(text), (1...most).contains(number)
        else {
            let range = most == .max ? "from 1" : "from 1 to \(most)"
            throw Problem(.badRequest, "\u{201c}\(name)\u{201d} must be a whole number \(range)")
        }
        return number
    }

    /// How many records stand before the page; `nil` where no list is that long.
    var offset: Int? {
        let (offset, overflow) = (page - 1).multipliedReportingOverflow(by: per)
        return overflow ? nil : offset
    }
}

extension Resource {
    /// Answers a part of the list, the newest record first.
    func list(_ exchange: Exchange) throws(Problem) -> Response {
        let request = try PageRequest(exchange.request, limits: limits)
        let total = store.count(name)
        let stored: [StoredRecord]
        do {
            stored =
                try request.offset.map { offset throws(StoreError) in
                    try store.page(name, offset: offset, limit: request.per, newestFirst: true)
                } ?? []
        } catch {
            throw Problem(error)
        }
        let page = ListedPage(request: request, total: total, path: path)
        switch exchange.kind {
        case .html: return listPage(stored, page, exchange)
        case .json: return listDocument(stored, page)
        case .text:
            let lines = stored.map { "\($0.id)  \(names.title(record($0)))\n" }
            return .text(.ok, lines.joined(), isPersonal: false)
        }
    }

    private func listPage(
        _ stored: [StoredRecord], _ page: ListedPage, _ exchange: Exchange
    ) -> Response {
        let notice = Notice(exchange, among: [.deleted])
        var response = exchange.layout.page(
            .ok,
            ListPage(
                heading: names.heading, adding: "Add a \(names.singular)", path: path,
                rows: stored.map { row(record($0), path($0)) }, page: page),
            exchange, notice: notice.map { _ in "The \(names.singular) is deleted" })
        if notice != nil { Notice.clear(in: &response, exchange) }
        return response
    }

    private func listDocument(_ stored: [StoredRecord], _ page: ListedPage) -> Response {
        let items = stored.map { JSON.object($0.document(fields: list(record($0)))) }
        var response = Response.json(
            .ok,
            .object([
                "items": .array(items),
                "total": page.exactTotal.map { .number(JSON.Number($0)) } ?? .null,
                "page": .number(JSON.Number(page.request.page)),
                "per": .number(JSON.Number(page.request.per)),
                "next": page.next.map(JSON.string) ?? .null,
                "previous": page.previous.map(JSON.string) ?? .null,
            ]), isPersonal: false)
        let links = [
            page.next.map { "<\($0)>; rel=\"next\"" },
            page.previous.map { "<\($0)>; rel=\"prev\"" },
        ]
        let link = links.compactMap(\.self).joined(separator: ", ")
        if !link.isEmpty { response.headers.add(.link, link) }
        return response
    }
}

/// Where a page stands in its list.
struct ListedPage {
    let request: PageRequest
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

    private func path(of page: Int) -> String {
        "\(path)?page=\(page)" + (request.per == 20 ? "" : "&per=\(request.per)")
    }
}
