internal import Formwork
internal import FormworkHTTP
internal import FormworkStore
internal import Groundwork

extension Resource {
    /// Answers a part of the list, the newest record first where no other order is asked for.
    ///
    /// A search and another order wait until the store has read all records once.
    func list(_ exchange: Exchange) throws(Problem) -> PendingAnswer {
        let request = try ListRequest(exchange.request, fields: fields, limits: limits)
        if let listed = try listed(request) { return .now(answer(listed, request, exchange)) }
        return .later { [store, name] resume in
            store.whenIndexed(name) {
                resume { answerIndexed(request, exchange) }
            }
        }
    }

    private func answerIndexed(_ request: ListRequest, _ exchange: Exchange) -> Response {
        do throws(Problem) {
            guard let listed = try listed(request) else { throw Problem.notListed }
            return answer(listed, request, exchange)
        } catch {
            return exchange.answer(error)
        }
    }

    private func listed(_ request: ListRequest) throws(Problem) -> ListedRecords? {
        do {
            return try store.list(name, request.query)
        } catch {
            throw .notListed
        }
    }

    private func answer(
        _ listed: ListedRecords, _ request: ListRequest, _ exchange: Exchange
    ) -> Response {
        let page = ListedPage(request, listed, path: path)
        var response: Response
        switch exchange.kind {
        case .html: return listPage(listed.rows, page, exchange)
        case .json: response = listDocument(listed.rows, page)
        case .text:
            let lines = listed.rows.map { row in
                switch row {
                case .record(let stored): "\(stored.id)  \(title(stored))\n"
                case .unreadable(let id): "\(id)  (can\u{2019}t be read)\n"
                }
            }
            response = .text(.ok, lines.joined(), isPersonal: false)
        }
        if let link = page.link { response.headers.add(.link, link) }
        return response
    }

    private func listPage(
        _ listed: [ListedRecords.Row], _ page: ListedPage, _ exchange: Exchange
    ) -> Response {
        let notice = Notice(exchange, among: [.deleted])
        var response = exchange.layout.page(
            .ok,
            ListPage(
                heading: names.heading, plural: names.plural, adding: "Add a \(names.singular)",
                rows: listed.map { listed in
                    switch listed {
                    case .record(let stored): row(stored)
                    case .unreadable: RenderedContent(UnreadableRow(singular: names.singular))
                    }
                }, page: page, fields: fields),
            exchange, notice: notice.map { _ in "The \(words: names.singular) is deleted" })
        if notice != nil { Notice.clear(in: &response, exchange) }
        return response
    }

    /// What stands for a record; of one that can't be read in full nothing that it hasn't.
    private func row(_ stored: StoredRecord) -> RenderedContent {
        let (record, unread) = read(stored)
        if unread.isEmpty { return row(record, path(stored)) }
        return RenderedContent(
            PartlyReadRow(title: title(stored), path: path(stored), singular: names.singular))
    }

    private func listDocument(_ listed: [ListedRecords.Row], _ page: ListedPage) -> Response {
        let items = listed.map { row in
            switch row {
            case .record(let stored): JSON.object(document(stored))
            // No other item has this member, and this one has no other but its id.
            case .unreadable(let id):
                JSON.object(["id": .string(id), "unreadable": .bool(true)])
            }
        }
        return Response.json(
            .ok,
            .object([
                "items": .array(items),
                "total": page.exactTotal.map { .number(JSON.Number($0)) } ?? .null,
                "page": .number(JSON.Number(page.number)),
                "per": .number(JSON.Number(page.request.per)),
                "next": page.next.map(JSON.string) ?? .null,
                "previous": page.previous.map(JSON.string) ?? .null,
            ]), isPersonal: false)
    }
}

extension Problem {
    /// The store can't list its records: it is damaged, the disk fails, or the service stops.
    fileprivate static let notListed = Problem(
        .serviceUnavailable, "The list can\u{2019}t be read at the moment. Try again later")
}
