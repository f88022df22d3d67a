internal import Formwork
internal import FormworkHTTP
internal import FormworkRecords
internal import Groundwork

/// An order of a list, as the query names it.
struct ListOrder: Sendable, Equatable {
    /// The name of a field, or `createdAt`.
    let name: String
    /// Whether the last value comes first.
    let isDescending: Bool

    private static let creation = "createdAt"
    /// The order of a list for which none was chosen.
    static let newestFirst = ListOrder(name: creation, isDescending: true)
    /// The order in which records were added.
    static let oldestFirst = ListOrder(name: creation, isDescending: false)

    /// The order as a query names it.
    var text: String { (isDescending ? "-" : "") + name }

    /// The name of the field as the store knows it; `nil` for the order of creation.
    var field: String? { name == Self.creation ? nil : name }
}

/// The part of a list that a request asks for: which records, in which order, how many.
struct ListRequest: Equatable, Sendable {
    /// The words to find; empty for all records.
    private(set) var search = ""
    private(set) var order = ListOrder.newestFirst
    /// The number of the page, from 1.
    private(set) var page = 1
    /// The record behind or before which the page lies; it counts instead of the number.
    private(set) var edge: ListQuery.Edge?
    /// How many records a page has, 1 to 100.
    private(set) var per = Self.usualPerPage

    private static let onceOnly: Set<RawText> = ["q", "sort", "after", "before"]
    private static let usualPerPage = 20
    private static let mostPerPage = 100

    /// Reads `q`, `sort`, `page`, `after`, `before` and `per` of a query.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - fields: The fields by which the records are searched and sorted.
    ///   - limits: The most fields of a query.
    /// - Throws: A problem with status 400 for a field that can't be read, for a second `q`, `sort`,
    ///   `after` or `before`, and for more than one of `page`, `after` and `before`.
    init(_ request: Request, fields: ListFields, limits: Limits) throws(Problem) {
        let items: [(name: RawText, value: RawText)]
        do {
            items = try request.queryItems(limits: limits)
        } catch {
            throw Problem(error.status == .contentTooLarge ? .badRequest : error.status, "\(error)")
        }
        var read: Set<RawText> = []
        for (name, value) in items {
            switch name {
            case "q": search = try Self.search(value, fields)
            case "sort": order = try Self.order(value, fields)
            case "page": page = try Self.number(value, "page", most: .max)
            case "after": edge = .after(try Self.position(value, "after"))
            case "before": edge = .before(try Self.position(value, "before"))
            case "per": per = try Self.number(value, "per", most: Self.mostPerPage)
            default: continue
            }
            if !read.insert(name).inserted, Self.onceOnly.contains(name) {
                throw Problem(
                    .badRequest, "Send \u{201c}\(name.unbounded)\u{201d} once, not several times")
            }
        }
        guard read.intersection(["page", "after", "before"]).count < 2 else {
            throw Problem(
                .badRequest,
                "Send one of \u{201c}page\u{201d}, \u{201c}after\u{201d} and \u{201c}before\u{201d}"
            )
        }
    }

    private static func search(_ typed: RawText, _ fields: ListFields) throws(Problem) -> String {
        guard let search = SearchText(typed)?.text else {
            throw Problem(
                .badRequest, "What is searched for must have at most \(SearchText.most) characters")
        }
        guard search.isEmpty || fields.isSearched else {
            throw Problem(
                .badRequest, "This list can\u{2019}t be searched; leave out \u{201c}q\u{201d}")
        }
        return search
    }

    private static func order(_ text: RawText, _ fields: ListFields) throws(Problem) -> ListOrder {
        guard let order = fields.orders.first(where: { RawText($0.order.text) == text }) else {
            throw Problem(
                .badRequest,
                "\u{201c}sort\u{201d} must be one of \(fields.sortNames.joined(separator: ", "));"
                    + " a - in front turns the order round")
        }
        return order.order
    }

    private static func number(
        _ text: RawText, _ name: String, most: Int
    ) throws(Problem) -> Int {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(text.unbounded), (1...most).contains(number)
        else {
            let range = most == .max ? "from 1" : "from 1 to \(most)"
            throw Problem(.badRequest, "\u{201c}\(name)\u{201d} must be a whole number \(range)")
        }
        return number
    }

    /// Reads the position of a record as ``text(of:)`` writes it.
    private static func position(_ text: RawText, _ name: String) throws(Problem) -> ListPosition {
        let parts = text.utf8.split(
            separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let id = parts.first.flatMap { String($0) } ?? ""
        let digits = parts.count == 2 ? Array(parts[1]) : []
        var key: [UInt8] = []
        for index in stride(from: 0, to: digits.count - 1, by: 2) {
            guard let high = ASCII.hexValue(digits[index]),
                let low = ASCII.hexValue(digits[index + 1])
            else { break }
            key.append(high << 4 | low)
        }
        guard key.count * 2 == digits.count, key.count <= ListPosition.longestKey else {
            throw unknownPosition(name)
        }
        return ListPosition(key: key, id: id)
    }

    private static func unknownPosition(_ name: String) -> Problem {
        Problem(
            .badRequest,
            "\u{201c}\(name)\u{201d} must be taken from the address of a page of this list")
    }

    /// Says that the store knows no such position; `nil` where the request names none.
    var unknownPosition: Problem? {
        switch edge {
        case nil: nil
        case .after: Self.unknownPosition("after")
        case .before: Self.unknownPosition("before")
        }
    }

    /// The position of a record in a URL: its id, and behind a point its sort key in hexadecimal digits.
    private static func text(of position: ListPosition) -> String {
        guard !position.key.isEmpty else { return position.id }
        var bytes = Array(position.id.utf8) + [UInt8(ascii: ".")]
        for byte in position.key {
            bytes.append(ASCII.lowercaseHexDigit(byte >> 4))
            bytes.append(ASCII.lowercaseHexDigit(byte))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the list is searched.
    var isSearch: Bool { !search.isEmpty }

    /// How many records a page has; `nil` for the usual number.
    var chosenPer: Int? { per == Self.usualPerPage ? nil : per }

    /// The request as the store takes it.
    var query: ListQuery {
        let (offset, overflow) = (page - 1).multipliedReportingOverflow(by: per)
        var query = ListQuery(
            search: search, order: order.field, isDescending: order.isDescending,
            offset: overflow ? .max : offset, limit: per)
        query.edge = edge
        return query
    }

    /// A page of a list.
    enum Page {
        /// The first one.
        case first
        /// The page with a number.
        case number(Int)
        /// The page behind a record.
        case after(ListPosition)
        /// The page before a record.
        case before(ListPosition)
    }

    /// The query that asks for another page of the same list.
    ///
    /// - Parameter page: The page.
    /// - Returns: The fields, without those that have their usual values.
    func items(_ page: Page) -> [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        if isSearch { items.append(("q", search)) }
        if order != .newestFirst { items.append(("sort", order.text)) }
        switch page {
        case .first: break
        case .number(let number): items.append(("page", String(number)))
        case .after(let position): items.append(("after", Self.text(of: position)))
        case .before(let position): items.append(("before", Self.text(of: position)))
        }
        if let per = chosenPer { items.append(("per", String(per))) }
        return items
    }
}
