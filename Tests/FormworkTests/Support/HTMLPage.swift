/// Markup as a browser understands it: elements with decoded attributes and text.
///
/// It reads the part of HTML that the renderer may write and refuses all else: an attribute without
/// quotation marks or written twice, a `<`, `>` or `&` that stands for itself, a control character
/// that a browser would change, an element that doesn't close.
struct HTMLPage {
    struct Element {
        let name: String
        let attributes: [String: String]
        /// All text within the element.
        var text = ""
        /// The elements around it, the nearest last.
        let ancestors: [Int]

        subscript(name: String) -> String? { attributes[name] }

        func has(_ className: String) -> Bool {
            (attributes["class"] ?? "").split(separator: " ").contains(className[...])
        }
    }

    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// The elements in the order of their start tags.
    private(set) var elements: [Element] = []
    /// All text of the page.
    private(set) var text = ""

    init(_ bytes: [UInt8]) throws(Fault) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Fault(description: "the page isn't UTF-8")
        }
        var reader = Reader(rest: Array(text.unicodeScalars)[...])
        var open: [Int] = []
        while !reader.rest.isEmpty {
            guard reader.pass("<") else {
                let run = try reader.text(until: "<", inAttribute: false)
                self.text += run
                for index in open { elements[index].text += run }
                continue
            }
            if reader.pass("/") {
                let name = reader.name()
                guard reader.pass(">"), let last = open.popLast(), elements[last].name == name
                else {
                    throw Fault(description: "</\(name)> closes nothing")
                }
                continue
            }
            let name = reader.name()
            guard !name.isEmpty else { throw Fault(description: "a < that begins no tag") }
            elements.append(
                Element(name: name, attributes: try reader.attributes(), ancestors: open))
            if !Self.voidElements.contains(name) { open.append(elements.count - 1) }
        }
        guard open.isEmpty else { throw Fault(description: "an element isn't closed") }
    }

    private static let voidElements: Set = ["input", "br", "hr", "img", "link", "meta"]

    /// The elements of a name.
    func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

    /// The element with an identifier.
    func element(id: String) -> Element? { elements.first { $0["id"] == id } }

    /// The controls that are sent under a name.
    func controls(named name: String) -> [Element] { elements.filter { $0["name"] == name } }

    /// The structure alone: element names with the names of their attributes.
    var outline: [String] {
        elements.map { ([$0.name] + $0.attributes.keys.sorted()).joined(separator: " ") }
    }
}

private struct Reader {
    var rest: ArraySlice<Unicode.Scalar>

    mutating func pass(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    mutating func name() -> String {
        let name = rest.prefix {
            $0.isASCII && ($0.properties.isAlphabetic || "0"..."9" ~= $0 || $0 == "-")
        }
        rest = rest.dropFirst(name.count)
        return String(String.UnicodeScalarView(name))
    }

    mutating func attributes() throws(HTMLPage.Fault) -> [String: String] {
        var attributes: [String: String] = [:]
        while !pass(">") {
            guard pass(" ") else {
                throw HTMLPage.Fault(
                    description: "no space before \(String(rest.prefix(20).map(Character.init)))")
            }
            let name = name()
            var value = ""
            if pass("=") {
                guard pass("\"") else { throw HTMLPage.Fault(description: "\(name) isn't quoted") }
                value = try text(until: "\"", inAttribute: true)
                guard pass("\"") else { throw HTMLPage.Fault(description: "\(name) isn't closed") }
            }
            guard !name.isEmpty, attributes.updateValue(value, forKey: name) == nil else {
                throw HTMLPage.Fault(description: "attribute \"\(name)\" is empty or twice")
            }
        }
        return attributes
    }

    mutating func text(
        until end: Unicode.Scalar, inAttribute: Bool
    ) throws(HTMLPage.Fault) -> String {
        var text = String.UnicodeScalarView()
        while let scalar = rest.first, scalar != end {
            rest.removeFirst()
            switch scalar {
            case "&": text.append(try reference())
            case "<", ">", "\0", "\r":
                throw HTMLPage.Fault(description: "a bare \(scalar.debugDescription)")
            case "\"", "'":
                if inAttribute { throw HTMLPage.Fault(description: "a bare \(scalar)") }
                text.append(scalar)
            default: text.append(scalar)
            }
        }
        return String(text)
    }

    private mutating func reference() throws(HTMLPage.Fault) -> Unicode.Scalar {
        let name = String(String.UnicodeScalarView(rest.prefix { $0 != ";" }.prefix(12)))
        rest = rest.dropFirst(name.unicodeScalars.count)
        let scalar: Unicode.Scalar? =
            switch name {
            case "amp": "&"
            case "lt": "<"
            case "gt": ">"
            case "quot": "\""
            default:
                name.hasPrefix("#") ? UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init) : nil
            }
        guard let scalar, pass(";") else {
            throw HTMLPage.Fault(description: "an & that begins no reference: \(name)")
        }
        return scalar
    }
}
