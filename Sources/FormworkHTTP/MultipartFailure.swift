/// Why a multipart body can't be taken.
package enum MultipartFailure: Error, Equatable, Sendable {
    /// The media type names no boundary, or one that RFC 2046 doesn't allow.
    case boundary
    /// The body ends before its last boundary.
    case incomplete
    /// The header section of a part is wrong; the reason holds nothing of the request.
    case partHeader(String)
    /// There are more parts than the limit.
    case tooManyParts(limit: Int)
    /// The texts together are longer than a body may be that holds no files.
    case tooMuchText
    /// A part begins before the first boundary, which must have been damaged on its way.
    case preamble
    /// The text of a part is in another encoding than UTF-8.
    case charset(name: String)
    /// A part's name or text isn't UTF-8; the name has replacement characters where it can't be read.
    case notUTF8(name: String)

    /// The status to answer.
    package var status: Status {
        switch self {
        case .boundary, .incomplete, .partHeader, .preamble, .notUTF8: .badRequest
        case .charset: .unsupportedMediaType
        case .tooManyParts, .tooMuchText: .contentTooLarge
        }
    }
}

extension MultipartFailure: CustomStringConvertible {
    /// What is wrong, for people.
    package var description: String {
        switch self {
        case .boundary: "the media type of the body names no boundary that can be"
        case .incomplete: "the body ends before its last boundary"
        case .partHeader(let reason): "a part of the body can't be read: \(reason)"
        case .tooManyParts(let limit): "there are more than \(limit) fields"
        case .tooMuchText: "the text of the fields is too long"
        case .preamble: "a part of the body has no boundary before it"
        case .charset(let name): "send the text of \(FieldWords.field(name)) in UTF-8"
        case .notUTF8(let name): "\(FieldWords.field(name)) is not UTF-8"
        }
    }
}
