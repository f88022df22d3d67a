import FormworkHTTP
import FormworkServer

/// A page, an echo, a slow answer, a big one, and a file.
struct ConformanceHandler: Handler {
    /// Serves `/f.txt`.
    let files: StaticFiles

    private static let page = Response(
        .ok, headers: [.contentType: "text/html; charset=utf-8"],
        body: .bytes(Array("<!doctype html><title>Conformance</title><p>Here.".utf8)))
    private static let big = Response(
        .ok, headers: [.contentType: "application/octet-stream"],
        body: .bytes(Array(repeating: 0x61, count: 16 * 1024 * 1024)))

    func answer(_ request: Request) -> Answer {
        switch request.target.path {
        case "/": .now(read(Self.page, request))
        case "/big": .now(read(Self.big, request))
        case "/slow": .later(answerSlowly)
        case "/echo": .now(echo(request))
        default: .now(files.answer(request) ?? Response(.notFound))
        }
    }

    func refusal(of head: Request) -> Response? {
        ["/", "/big", "/slow", "/echo"].contains(head.target.path) ? nil : Response(.notFound)
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

    /// Answers after half a second, from another thread.
    private func answerSlowly(_ reply: Reply) {
        Task {
            try? await Task.sleep(for: .milliseconds(500))
            reply.resume {
                Response(
                    .ok, headers: [.contentType: "text/plain; charset=utf-8"],
                    body: .bytes(Array("slow\n".utf8)))
            }
        }
    }
}
