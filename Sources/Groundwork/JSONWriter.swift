extension JSON {
    /// The value as compact text in UTF-8.
    package var bytes: [UInt8] {
        var output: [UInt8] = []
        write(into: &output)
        return output
    }

    /// Appends the value as compact text, without white space.
    ///
    /// Strings escape only what RFC 8259, section 7, demands; a page that embeds the text has to
    /// escape `<` itself.
    package func write(into output: inout [UInt8]) {
        switch self {
        case .null: output.append(contentsOf: "null".utf8)
        case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let number): output.append(contentsOf: number.text.utf8)
        case .string(let text): Self.writeString(text, into: &output)
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                element.write(into: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let object): object.write(into: &output)
        }
    }

    /// Appends a string in quotes with its escapes, for callers that write a text without a tree.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - output: Where the bytes go.
    package static func writeString(_ text: String, into output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        let bytes = text.utf8Span.span
        var plain = 0
        while plain < bytes.count, !needsEscape(bytes[plain]) { plain += 1 }
        if plain == bytes.count {
            output.append(contentsOf: text.utf8)
        } else {
            for index in bytes.indices { writeEscaped(bytes[index], into: &output) }
        }
        output.append(UInt8(ascii: "\""))
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func writeEscaped(_ byte: UInt8, into output: inout [UInt8]) {
        guard needsEscape(byte) else { return output.append(byte) }
        output.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: output.append(UInt8(ascii: "b"))
        case 0x09: output.append(UInt8(ascii: "t"))
        case 0x0A: output.append(UInt8(ascii: "n"))
        case 0x0C: output.append(UInt8(ascii: "f"))
        case 0x0D: output.append(UInt8(ascii: "r"))
        case 0..<0x20:
            output.append(contentsOf: "u00".utf8)
            output.append(ASCII.lowercaseHexDigit(byte >> 4))
            output.append(ASCII.lowercaseHexDigit(byte & 0xF))
        default: output.append(byte)
        }
    }
}

extension JSON.Object {
    /// Appends the object as compact text, without white space.
    package func write(into output: inout [UInt8]) {
        output.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            JSON.writeString(member.name, into: &output)
            output.append(UInt8(ascii: ":"))
            member.value.write(into: &output)
        }
        output.append(UInt8(ascii: "}"))
    }
}
