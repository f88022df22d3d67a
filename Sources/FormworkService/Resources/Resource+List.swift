internal import Formwork
internal import FormworkHTTP
internal import FormworkRecords
internal import Groundwork

extension Resource {
    /// Answers a part of the list, by default with the newest record first.
    func list(_ context: RequestContext) async throws(Problem) -> Response {
        let request = try ListRequest(context.request, fields: fields, limits: limits)
        do {
            return answer(try await store.list(name, request.query), request, context)
        } catch {
            if case .refused = error, let problem = request.unknownPosition { throw problem }
            throw .notListed
        }
    }

    private func answer(
        _ listed: ListedRecords, _ request: ListRequest, _ context: RequestContext
    ) -> Response {
        let page = PagePosition(request, listed, path: path)
        var response: Response
        switch context.kind {
        case .html: return listPage(listed.rows, page, context)
        case .json: response = listDocument(listed.rows, page, context)
        case .text:
            let lines = listed.rows.map { row in
                switch row {
                case .record(let stored): "\(stored.id)  \(title(read(stored)))\n"
                case .unreadable(let id): "\(id)  (can\u{2019}t be read)\n"
                }
            }
            response = context.text(.ok, lines.joined(), isPersonal: false)
        }
        if let link = page.link { response.headers.add(.link, link) }
        return response
    }

    private func listPage(
        _ listed: [ListedRecords.Row], _ page: PagePosition, _ context: RequestContext
    ) -> Response {
        let notice = Notice(context, among: [.deleted])
        var response = context.page(
            .ok,
            ListPage(
                heading: names.heading, plural: names.plural, adding: "Add a \(names.singular)",
                rows: listed.map { listed in
                    switch listed {
                    case .record(let stored): row(stored)
                    case .unreadable: RenderedContent(UnreadableRow(singular: names.singular))
                    }
                }, page: page, fields: fields),
            notice: notice.map { _ in "The \(words: names.singular) is deleted" })
        if notice != nil { Notice.clear(in: &response, context) }
        return response
    }

    /// The row of a record; a record with unreadable fields has a row without them.
    private func row(_ stored: StoredRecord) -> RenderedContent {
        let read = read(stored)
        if read.unread.isEmpty { return row(read.record, path(stored)) }
        return RenderedContent(
            PartlyReadRow(title: title(read), path: path(stored), singular: names.singular))
    }

    private func listDocument(
        _ listed: [ListedRecords.Row], _ page: PagePosition, _ context: RequestContext
    ) -> Response {
        let items = listed.map { row in
            switch row {
            case .record(let stored): JSON.object(document(stored))
            // An unreadable item has these two members; no other item has `unreadable`.
            case .unreadable(let id):
                JSON.object(["id": .string(id), "unreadable": .bool(true)])
            }
        }
        return context.json(
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
    /// The store can't list its records: they are damaged, the disk fails, or the service stops.
    fileprivate static let notListed = Problem(
        .serviceUnavailable, "The list can\u{2019}t be read at the moment. Try again later")
}
