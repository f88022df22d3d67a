import Formwork
import FormworkHTTP
import Groundwork

/// One thing that is measured.
struct BenchmarkCase {
    /// What it is called on the command line and in the table.
    let name: String
    /// Does it once and says how many bytes it read or wrote.
    let run: () -> Int

    /// All that is measured; the yardstick of the others stands first.
    static func all() -> [BenchmarkCase] {
        let empty = EnvironmentValues()
        return [
            BenchmarkCase(name: "hand-written") { HandWritten.render(.emma).count },
            BenchmarkCase(name: "render") { renderBook().count },
            BenchmarkCase(name: "bind") {
                let bound = bookForm.bind(Submission(fields: submittedFields), in: empty)
                return bound.record.title.utf8.count
            },
            BenchmarkCase(name: "list") { bookForm.list(.emma, in: empty).document.members.count },
            BenchmarkCase(name: "parse-get") { parse(getRequest) },
            BenchmarkCase(name: "parse-post") { parse(postRequest) },
        ]
    }

    /// Parses a request that is all there.
    private static func parse(_ bytes: [UInt8]) -> Int {
        var parser = RequestParser(limits: Limits())
        return parser.parse(bytes.span).consumed
    }
}

private let bookForm = FormDefinition(starting: Book()) { BookForm(book: $0) }

/// Renders the measured form as a page would.
func renderBook() -> [UInt8] {
    bookForm.render(
        .emma,
        target: HTMLRenderer.Target(action: "/books", hidden: [("_once", "0123456789abcdef")]),
        in: EnvironmentValues()
    ).bytes
}

/// What a browser asks when a page is opened.
private let getRequest = request("GET /books/new HTTP/1.1")

/// What a browser sends when the form is saved.
private let postRequest: [UInt8] = {
    let body = FormURLEncoded.encode(
        submittedFields.map { ($0.name.unbounded, $0.value.unbounded) })
    return request(
        "POST /books HTTP/1.1", "Content-Type: application/x-www-form-urlencoded",
        "Content-Length: \(body.utf8.count)", "Origin: http://127.0.0.1:8080") + Array(body.utf8)
}()

private func request(_ line: String, _ fields: String...) -> [UInt8] {
    let usual = [
        "Host: 127.0.0.1:8080", "Connection: keep-alive", "Upgrade-Insecure-Requests: 1",
        "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
        "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "Accept-Language: en-GB,en;q=0.5", "Accept-Encoding: gzip, deflate, br",
        "Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document",
    ]
    return Array(([line] + usual + fields + ["", ""]).joined(separator: "\r\n").utf8)
}
