internal import Formwork
internal import FormworkHTTP

/// What stands around the content of every page.
struct PageLayout: Sendable {
    /// The name of the service, in the bar and behind every title.
    var name: String
    /// The links of the bar, in order.
    var navigation: [(title: String, path: String)] = []

    /// Writes a page of one component.
    func page(
        _ status: Status, _ content: some Component, _ exchange: Exchange, notice: Phrase? = nil,
        isPersonal: Bool = false
    ) -> Response {
        page(
            status, RenderedContent(content), exchange, notice: notice,
            isPersonal: isPersonal)
    }

    /// Writes a page of content that has been rendered.
    ///
    /// - Parameters:
    ///   - status: The status of the answer.
    ///   - content: What stands in `main`.
    ///   - exchange: The request that is answered.
    ///   - errors: What is wrong with a submission, for the summary at the top.
    ///   - notice: What has been done, shown once over the page.
    ///   - isPersonal: Whether the page holds what only this person may see.
    /// - Returns: The answer.
    func page(
        _ status: Status, _ content: RenderedContent, _ exchange: Exchange,
        errors: [FieldError] = [], notice: Phrase? = nil, isPersonal: Bool = false
    ) -> Response {
        let messages = Messages.english
        var html = HTMLWriter(capacity: content.bytes.count + 2_048)
        html.markup(
            """
            <!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8">\
            <meta name="viewport" content="width=device-width, initial-scale=1">\
            <meta name="color-scheme" content="light dark"><title>
            """)
        if !errors.isEmpty { html.text(words: messages.errorPrefix) }
        if let title = content.title {
            html.text(words: title)
            html.markup(" \u{2013} ")
        }
        html.text(words: name)
        html.markup(
            """
            </title><link rel="icon" href="/favicon.svg" type="image/svg+xml">\
            <link rel="stylesheet" href="/formwork.css">\
            <script src="/formwork.js" defer></script></head><body>\
            <a class="skip" href="#main">Skip to content</a>
            """)
        bar(exchange, into: &html)
        if let notice { hud(notice, exchange, into: &html) }
        html.markup("<main id=\"main\" tabindex=\"-1\">")
        if !errors.isEmpty { html.errorSummary(errors, messages: messages) }
        html.append(content)
        html.markup("</main></body></html>")
        return .page(status, html.bytes, isPersonal: isPersonal || notice != nil)
    }

    private func bar(_ exchange: Exchange, into html: inout HTMLWriter) {
        html.markup("<header class=\"bar\"><a class=\"mark\" href=\"/\">")
        html.text(words: name)
        html.markup("</a><nav aria-label=\"Main\">")
        for link in navigation {
            html.markup("<a")
            html.attribute("href", link.path)
            if exchange.isWithin(link.path) {
                html.markup(" aria-current=\"page\"")
            }
            html.markup(">")
            html.text(words: link.title)
            html.markup("</a>")
        }
        html.markup("</nav></header>")
    }

    private func hud(_ notice: Phrase, _ exchange: Exchange, into html: inout HTMLWriter) {
        html.markup(
            "<section class=\"hud\" aria-label=\"Notice\"><p role=\"status\">")
        html.text(notice)
        html.markup("</p><a class=\"hud-close\" aria-label=\"Close notice\"")
        html.attribute("href", exchange.path)
        html.markup(">\u{d7}</a></section>")
    }
}
