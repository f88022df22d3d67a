/// An element of a page that was read back.
final class HTMLElement {
    /// What stands within an element.
    enum Node {
        case text(String)
        case element(HTMLElement)
    }

    let name: String
    let attributes: [(name: String, value: String)]
    fileprivate(set) var children: [Node] = []

    fileprivate init(_ name: String, _ attributes: [(name: String, value: String)]) {
        self.name = name
        self.attributes = attributes
    }

    /// The value of an attribute.
    subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// The element and all below it, in the order of the page.
    var all: [HTMLElement] {
        [self]
            + children.flatMap { child in
                if case .element(let element) = child { return element.all }
                return []
            }
    }

    /// All text below the element.
    var text: String {
        children.map { child in
            switch child {
            case .text(let text): text
            case .element(let element): element.text
            }
        }.joined()
    }

    /// The elements of a name.
    func all(_ name: String) -> [HTMLElement] { all.filter { $0.name == name } }

    /// The element with an id.
    func element(id: String) -> HTMLElement? { all.first { $0["id"] == id } }

    /// What a form's field holds; `nil` where there is no such field.
    func value(of field: String) -> String? {
        all("input").first { $0["name"] == field }?["value"]
    }

    /// The elements with the names of their attributes: what a page consists of beside its texts.
    var shape: [String] {
        all.map { "\($0.name) \($0.attributes.map(\.name).joined(separator: " "))" }
    }
}

/// A small strict reader of the HTML that the service writes; it throws where a browser would guess.
struct HTMLReader {
    private static let void: Set<String> = ["meta", "link", "input", "br", "hr", "img"]
    private static let entities = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'", "#10": "\n", "#13": "\r",
    ]

    private var rest: Substring.UnicodeScalarView
    private var open: [HTMLElement] = [HTMLElement("#document", [])]

    /// Reads a whole page.
    static func read(_ text: String) throws -> HTMLElement {
        var reader = HTMLReader(rest: text[...].unicodeScalars)
        guard reader.take("<!doctype html>") else { throw Unexpected(what: "no doctype") }
        while !reader.rest.isEmpty { try reader.step() }
        guard reader.open.count == 1 else {
            throw Unexpected(what: "\(reader.open.last?.name ?? "") isn't closed")
        }
        return reader.open[0]
    }

    private mutating func step() throws {
        if take("</") {
            let name = takeName()
            guard open.count > 1, open.last?.name == name, take(">") else {
                throw Unexpected(what: "</\(name)> within \(open.last?.name ?? "")")
            }
            open.removeLast()
        } else if take("<") {
            let element = HTMLElement(takeName(), try takeAttributes())
            open.last?.children.append(.element(element))
            if !Self.void.contains(element.name) { open.append(element) }
        } else {
            open.last?.children.append(.text(try takeText { $0 == "<" }))
        }
    }

    private mutating func takeAttributes() throws -> [(name: String, value: String)] {
        var attributes: [(name: String, value: String)] = []
        while !take(">") {
            guard take(" ") else { throw Unexpected(what: "odd tag before \(next)") }
            let name = takeName()
            guard !name.isEmpty, !attributes.contains(where: { $0.name == name }) else {
                throw Unexpected(what: "odd attribute \(name) before \(next)")
            }
            var value = ""
            if take("=") {
                guard take("\"") else { throw Unexpected(what: "no quotation mark: \(next)") }
                value = try takeText { $0 == "\"" }
                guard take("\"") else { throw Unexpected(what: "an open attribute") }
            }
            attributes.append((name, value))
        }
        return attributes
    }

    private mutating func takeName() -> String {
        var name = String.UnicodeScalarView()
        while let scalar = rest.first,
            ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "-"
        {
            name.append(scalar)
            rest.removeFirst()
        }
        return String(name)
    }

    private mutating func takeText(until isEnd: (Unicode.Scalar) -> Bool) throws -> String {
        var text = String.UnicodeScalarView()
        while let scalar = rest.first, !isEnd(scalar) {
            rest.removeFirst()
            switch scalar {
            case "&":
                let name = String(String.UnicodeScalarView(rest.prefix { $0 != ";" }.prefix(8)))
                guard let meaning = Self.entities[name], take("\(name);") else {
                    throw Unexpected(what: "an ampersand before \(next)")
                }
                text.append(contentsOf: meaning.unicodeScalars)
            case "<", ">", "\0", "\r": throw Unexpected(what: "U+\(scalar.value) before \(next)")
            default: text.append(scalar)
            }
        }
        return String(text)
    }

    private mutating func take(_ text: String) -> Bool {
        guard rest.starts(with: text.unicodeScalars) else { return false }
        rest.removeFirst(text.unicodeScalars.count)
        return true
    }

    private var next: String { String(String.UnicodeScalarView(rest.prefix(40))) }
}
