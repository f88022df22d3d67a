import FormworkHTTP
import FormworkServer

/// A page, an echo, a report, answers that are slow, big or wrong, and files.
struct ConformanceHandler: Handler {
    /// Serves all other paths.
    let files: StaticFiles

    private static let page = Response(
        .ok, headers: [.contentType: "text/html; charset=utf-8"],
        body: .bytes(Array("<!doctype html><title>Conformance</title><p>Here.".utf8)))
    private static let big = Response(
        .ok, headers: [.contentType: "application/octet-stream"],
        body: .bytes(Array(repeating: 0x61, count: 16 * 1024 * 1024)))
    /// A response with wrong framing fields, which a handler may not set.
    private static let miscounted = Response(
        .ok,
        headers: [
            .contentType: "text/plain; charset=utf-8", "Content-Length": "5",
            "Transfer-Encoding": "chunked", "Date": "yesterday",
        ], body: .bytes(Array("ten bytes\n".utf8)))
    private static let injected = Response(
        .ok, headers: ["X-Outside": "x\r\nSet-Cookie: a=b"], body: .bytes(Array("here".utf8)))

    func answer(_ request: Request) -> Answer {
        switch request.target.path {
        case "/": .now(read(Self.page, request))
        case "/big": .now(read(Self.big, request))
        case "/slow": .later { await answerSlowly("slow\n") }
        case "/miscounted": .now(Self.miscounted)
        case "/injected": .now(Self.injected)
        case "/echo": .now(echo(request))
        case "/request": .now(report(request))
        case let path where path.hasPrefix("/status/"): .now(statusAnswer(path.dropFirst(8)))
        default: .now(files.answer(request) ?? Response(.notFound))
        }
    }

    func refusal(of head: Request) -> Response? {
        switch head.target.path {
        case "/", "/big", "/slow", "/echo", "/request": nil
        case "/private": Response(.unauthorized, headers: ["WWW-Authenticate": "Basic realm=x"])
        default: Response(.notFound)
        }
    }

    private func read(_ response: Response, _ request: Request) -> Response {
        request.method == .get || request.method == .head
            ? response : Response(.methodNotAllowed, headers: [.allow: "GET, HEAD"])
    }

    private func echo(_ request: Request) -> Response {
        guard request.method == .post || request.method == .put else {
            return Response(.methodNotAllowed, headers: [.allow: "POST, PUT"])
        }
        let type = request.headers[.contentType] ?? "application/octet-stream"
        return Response(.ok, headers: [.contentType: type], body: .bytes(request.body))
    }

    private func report(_ request: Request) -> Response {
        do throws(FormURLEncoded.Failure) {
            return text(.ok, try RequestReport(request).text)
        } catch {
            return text(error.status, "\(error)\n")
        }
    }

    /// An answer with a body, whatever its status.
    private func statusAnswer(_ digits: some StringProtocol) -> Response {
        Int(digits).map { text(Status(rawValue: $0), "a body\n") } ?? Response(.notFound)
    }

    private func text(_ status: Status, _ text: String) -> Response {
        Response(
            status, headers: [.contentType: "text/plain; charset=utf-8"],
            body: .bytes(Array(text.utf8)))
    }

    /// Answers after half a second.
    private func answerSlowly(_ words: String) async -> Response {
        try? await Task.sleep(for: .milliseconds(500))
        return text(.ok, words)
    }
}
