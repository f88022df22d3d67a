import Groundwork

/// What kind of content a body is: a media type with parameters (RFC 9110, section 8.3.1).
package struct MediaType: Hashable, Sendable {
    /// A parameter of a media type.
    package struct Parameter: Hashable, Sendable {
        /// The name in small letters.
        package let name: String
        /// The value without its quotation marks.
        package let value: String
    }

    /// The type in small letters: `text`.
    package let type: String
    /// The subtype in small letters: `html`.
    package let subtype: String
    /// The parameters in their order.
    package let parameters: [Parameter]

    private init(_ type: String, _ subtype: String, parameters: [Parameter] = []) {
        self.type = type
        self.subtype = subtype
        self.parameters = parameters
    }

    /// Reads a media type, such as the value of `Content-Type`; nil when the text is none.
    ///
    /// - Parameter text: The text.
    package init?(_ text: String) {
        var reader = FieldReader(text)
        reader.skipBlanks()
        guard let type = reader.foldedToken(), reader.take(.slash),
            let subtype = reader.foldedToken()
        else { return nil }
        var parameters: [Parameter] = []
        reader.skipBlanks()
        while reader.take(.semicolon) {
            reader.skipBlanks()
            // Empty parameters are allowed: `a/b;;c=d` (RFC 9110, section 5.6.6).
            guard let name = reader.foldedToken() else { continue }
            guard reader.take(.equals), let value = reader.tokenOrQuoted() else { return nil }
            parameters.append(Parameter(name: name, value: value))
            reader.skipBlanks()
        }
        guard reader.isAtEnd else { return nil }
        self.init(type, subtype, parameters: parameters)
    }

    /// Type and subtype without parameters: `text/html`.
    package var essence: String { "\(type)/\(subtype)" }

    /// The value of a parameter.
    ///
    /// - Parameter name: The name in small letters.
    /// - Returns: The first value with this name, nil when there is none.
    package func parameter(_ name: String) -> String? {
        parameters.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// Whether a text of this type is in UTF-8, or in ASCII, which is a part of it, as far as the type says.
    ///
    /// The labels are those of the WHATWG Encoding Standard, section 4.2, for UTF-8, and the names of
    /// US-ASCII in IANA's registry.
    package var hasTextInUTF8: Bool {
        guard let charset = parameter("charset").map({ ASCII.lowercased($0).utf8 }) else {
            return true
        }
        return Self.labels.contains { $0.utf8.elementsEqual(charset) }
    }

    private static let labels = [
        "utf-8", "utf8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8",
        "us-ascii", "ascii", "us", "ansi_x3.4-1968", "ansi_x3.4-1986", "iso646-us",
        "iso_646.irv:1991",
        "iso-ir-6", "ibm367", "cp367", "csascii",
    ]

    /// Whether type and subtype are the same, whatever the parameters.
    ///
    /// - Parameter other: Another media type.
    /// - Returns: Whether they are the same.
    package func isSameKind(as other: MediaType) -> Bool {
        type == other.type && subtype == other.subtype
    }

    /// Whether the content is a JSON object with fields: a document, or a merge patch (RFC 7396).
    package var isDocument: Bool {
        isSameKind(as: .json) || essence == "application/merge-patch+json"
    }

    /// `text/html`.
    package static let html = MediaType("text", "html")
    /// `text/plain`.
    package static let plainText = MediaType("text", "plain")
    /// `application/json`.
    package static let json = MediaType("application", "json")
    /// `application/problem+json` (RFC 9457).
    package static let problemJSON = MediaType("application", "problem+json")
    /// `application/x-www-form-urlencoded`.
    package static let formURLEncoded = MediaType("application", "x-www-form-urlencoded")
    /// `multipart/form-data` (RFC 7578).
    package static let formData = MediaType("multipart", "form-data")
}

extension MediaType: CustomStringConvertible {
    /// The media type as the value of a field.
    package var description: String {
        parameters.reduce(into: essence) { text, parameter in
            let value = parameter.value
            let isToken = !value.isEmpty && value.isAll(.token)
            text += "; \(parameter.name)=\(isToken ? value : MediaType.quoted(value))"
        }
    }

    private static func quoted(_ value: String) -> String {
        var text = "\""
        for scalar in value.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
        return text + "\""
    }
}
