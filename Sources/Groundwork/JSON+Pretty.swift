extension JSON {
    /// The value as text for people: a line an element, two spaces a level, no line feed at the end.
    package func pretty() -> [UInt8] {
        var output: [UInt8] = []
        writePretty(into: &output, level: 0)
        return output
    }

    private func writePretty(into output: inout [UInt8], level: Int) {
        switch self {
        case .array(let elements) where !elements.isEmpty:
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                Self.newLine(&output, after: index, level: level + 1)
                element.writePretty(into: &output, level: level + 1)
            }
            Self.newLine(&output, after: 0, level: level)
            output.append(UInt8(ascii: "]"))
        case .object(let object) where !object.members.isEmpty:
            output.append(UInt8(ascii: "{"))
            for (index, member) in object.members.enumerated() {
                Self.newLine(&output, after: index, level: level + 1)
                Self.writeString(member.name, into: &output)
                output.append(contentsOf: ": ".utf8)
                member.value.writePretty(into: &output, level: level + 1)
            }
            Self.newLine(&output, after: 0, level: level)
            output.append(UInt8(ascii: "}"))
        default: write(into: &output)
        }
    }

    /// Begins a line, with a comma before it when `count` elements came before.
    private static func newLine(_ output: inout [UInt8], after count: Int, level: Int) {
        if count > 0 { output.append(UInt8(ascii: ",")) }
        output.append(UInt8(ascii: "\n"))
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * level))
    }
}
