import FormworkHTTP
import Foundation
import Groundwork
internal import System
import Testing

/// An answer, opened up for tests.
struct TestAnswer {
    let status: Status
    let headers: Headers
    let bytes: [UInt8]

    init(_ response: Response) throws {
        try #require(response.headers.refusedName == nil)
        status = response.status
        headers = response.headers
        switch response.body {
        case .empty: bytes = []
        case .bytes(let body): bytes = body
        case .file(let file):
            var content = [UInt8](repeating: 0, count: file.length)
            let count = unsafe pread(file.descriptor, &content, content.count, file.offset)
            try #require(count == file.length)
            bytes = content
        }
    }

    subscript(name: HeaderName) -> String? { headers[name] }

    /// The body as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The type of the body without parameters.
    var type: String? { headers[.contentType].flatMap { MediaType($0)?.essence } }

    /// The body as a JSON object.
    var json: JSON.Object {
        get throws {
            guard case .object(let document) = try JSON.parse(bytes) else {
                throw Unexpected(what: "no JSON object: \(text)")
            }
            return document
        }
    }

    /// The body as a page.
    var page: HTMLElement {
        get throws { try HTMLReader.read(text) }
    }

    /// The errors of a problem as `pointer code`, in order.
    var errors: [String] {
        get throws {
            guard case .array(let errors) = try json["errors"] else { return [] }
            return errors.map { error in
                guard case .object(let error) = error,
                    case .string(let pointer)? = error["pointer"],
                    case .string(let code)? = error["code"],
                    case .string(let field)? = error["field"],
                    pointer == (field.isEmpty ? "" : "/\(field)"),
                    case .string(let message)? = error["message"], !message.isEmpty
                else { return "odd error \(error)" }
                return "\(pointer) \(code)"
            }
        }
    }

    /// The cookies that the answer sets, whole.
    var cookies: [String] { headers.all(.setCookie) }

    /// The `name=value` of a cookie that the answer sets, as the browser sends it back.
    func cookie(_ name: String) throws -> String {
        let cookie = try #require(cookies.first { $0.hasPrefix("\(name)=") }, "\(cookies)")
        return String(cookie.prefix { $0 != ";" })
    }

    /// Whether no cache may keep the answer.
    var isNeverKept: Bool { headers[.cacheControl] == "no-store" }
}

/// What a test didn't expect.
struct Unexpected: Error, CustomStringConvertible {
    let what: String
    var description: String { what }
}

extension JSON {
    /// The text of a string.
    var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}
