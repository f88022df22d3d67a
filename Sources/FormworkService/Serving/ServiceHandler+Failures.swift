internal import Formwork
internal import FormworkHTTP
internal import FormworkServer
internal import Groundwork
internal import System

extension ServiceHandler {
    /// Answers a request that couldn't be read, or whose answer failed.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - request: The request without its body; `nil` where its first line couldn't be read.
    ///   - headers: The header fields that could be read.
    ///   - reason: What is wrong, in plain words. Where the service is at fault, the operator gets
    ///     them, and the client gets an id to ask by.
    /// - Returns: The answer, in the kind that the client asks for.
    func failure(
        _ status: Status, _ request: Request?, _ headers: Headers, _ reason: String
    ) -> Response {
        var reason = reason
        if status == .internalServerError {
            let id = Base64.encodeURL(randomBytes(6))
            ServiceProcess.writeErrorLine("error \(id): \(reason)")
            reason = "Something went wrong here; the operator finds it as error \(id)"
        }
        var context = context(request ?? Request(unreadable: headers))
        let accept = context.request.headers.list(.accept)
        if request == nil {
            context.kind = ContentKind.preferred(accept, .textFirst) ?? .text
        } else if accept == nil, context.kind == .html, status != .internalServerError {
            // Browsers say what they take. A client that doesn't, or whose fields weren't read yet,
            // gets text.
            context.kind = .text
        }
        return context.answer(Problem(status, wording(status, request) ?? reason))
    }

    /// Names the limit that a request exceeds, and what helps.
    private func wording(_ status: Status, _ request: Request?) -> String? {
        switch status {
        case .contentTooLarge:
            let hasFiles = request.map(takesFile) ?? false
            let most = ByteCount(hasFiles ? limits.bodyWithFiles : limits.body)
            return hasFiles
                ? "A form with its files may have at most \(most); go back and choose a smaller file"
                : "What is sent may have at most \(most); go back and shorten it"
        case .uriTooLong:
            return
                "An address may have at most \(ByteCount(limits.requestLine)); go back and shorten it"
        case .requestHeaderFieldsTooLarge:
            return
                "Header fields may have at most \(ByteCount(limits.headerSection)) and be at most"
                + " \(limits.headerFields); in a browser, delete the cookies of this site"
        case .expectationFailed:
            return "Nothing but 100-continue can be expected here; send it without Expect"
        case .requestTimeout:
            return "The request came too slowly; send it once more"
        default: return nil
        }
    }
}
