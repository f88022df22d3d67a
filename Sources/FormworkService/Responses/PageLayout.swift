internal import Formwork
internal import FormworkServer

/// The frame around the content of every page: its head, the bar with the links, the notice.
struct PageLayout: Sendable {
    /// The name of the service, in the bar and behind every title.
    var name: String
    /// The links of the bar, in order.
    var navigation: [(title: String, path: String)] = []

    /// Writes a page.
    ///
    /// - Parameters:
    ///   - content: The content of `main`.
    ///   - context: The request that is answered.
    ///   - errors: What is wrong with a submission, for the summary at the top.
    ///   - notice: What has been done, shown once above the page.
    /// - Returns: The page in UTF-8.
    func html(
        _ content: RenderedContent, _ context: RequestContext, errors: [FieldError],
        notice: Phrase?
    ) -> [UInt8] {
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
        bar(context, into: &html)
        if let notice { hud(notice, context, into: &html) }
        html.markup("<main id=\"main\" tabindex=\"-1\">")
        if !errors.isEmpty { html.errorSummary(errors, messages: messages) }
        html.append(content)
        html.markup("</main></body></html>")
        return html.bytes
    }

    private func bar(_ context: RequestContext, into html: inout HTMLWriter) {
        html.markup("<header class=\"bar\"><a class=\"mark\" href=\"/\">")
        html.text(words: name)
        html.markup("</a><nav aria-label=\"Main\">")
        for link in navigation {
            html.markup("<a")
            html.attribute("href", link.path)
            if context.isWithin(link.path) {
                html.markup(" aria-current=\"page\"")
            }
            html.markup(">")
            html.text(words: link.title)
            html.markup("</a>")
        }
        html.markup("</nav></header>")
    }

    private func hud(_ notice: Phrase, _ context: RequestContext, into html: inout HTMLWriter) {
        html.markup(
            "<section class=\"hud\" aria-label=\"Notice\"><p role=\"status\">")
        html.text(notice)
        html.markup("</p><a class=\"hud-close\" aria-label=\"Close notice\"")
        html.attribute("href", context.path)
        html.markup(">\u{d7}</a></section>")
    }
}

extension [EmbeddedFile] {
    /// The style sheet, the script and the icon of every page, built into the program for a service
    /// whose folder lacks them.
    static let pageAssets = [
        EmbeddedFile(name: "formwork.css", bytes: PackageResources.formwork_css),
        EmbeddedFile(name: "formwork.js", bytes: PackageResources.formwork_js),
        EmbeddedFile(name: "favicon.svg", bytes: PackageResources.favicon_svg),
    ]
}
