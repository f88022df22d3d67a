/// One import declaration of a Swift file.
struct ImportLine: Equatable, Sendable {
    /// The line on which the module is named, from 1.
    let line: Int
    /// The module, without the declaration inside it that a scoped import names.
    let module: String
}

/// Finds the imports of a Swift file, in whatever form the language allows them.
///
/// Comments and string literals are passed over; attributes, access levels and scoped imports are
/// understood; `import` as a label or behind a point is none.
struct ImportScanner {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    /// The words that may stand between `import` and the module.
    private static let kinds: Set = [
        "struct", "class", "enum", "protocol", "typealias", "func", "let", "var", "actor",
    ]

    private init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The imports of a file in order.
    static func imports(of text: String) -> [ImportLine] {
        var scanner = ImportScanner(text)
        var found: [ImportLine] = []
        var previous: Token?
        while let token = scanner.token() {
            defer { previous = token }
            guard token.text == "import", previous?.text != "." else { continue }
            guard var module = scanner.token(), module.isWord else { continue }
            if kinds.contains(module.text), let scoped = scanner.token() { module = scoped }
            guard !scanner.isNext(":") else { continue }
            let name = module.text.filter { $0 != "`" }
            found.append(ImportLine(line: module.line, module: name))
        }
        return found
    }
}

extension ImportScanner {
    /// A word, or a single sign.
    private struct Token {
        let text: String
        let line: Int
        let isWord: Bool
    }

    /// The next word or sign outside comments and strings.
    private mutating func token() -> Token? {
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"): skipLine()
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipComment()
            case UInt8(ascii: "\""), UInt8(ascii: "#"):
                if !skipString() { advance() }
            case let byte where Self.isWord(byte): return word()
            case let byte where byte > 0x20:
                advance()
                return Token(
                    text: String(Unicode.Scalar(byte)), line: line, isWord: false)
            default: advance()
            }
        }
        return nil
    }

    private mutating func word() -> Token {
        let start = position
        while let byte = peek(), Self.isWord(byte) { advance() }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        return Token(text: text, line: line, isWord: true)
    }

    /// Whether the byte belongs to a name, an attribute's sign and backticks among them.
    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "@"),
            UInt8(ascii: "`"), 0x80...:
            true
        default: false
        }
    }

    /// Whether a sign follows after spaces.
    private func isNext(_ sign: Unicode.Scalar) -> Bool {
        let rest = bytes[position...].first { $0 != UInt8(ascii: " ") }
        return rest == UInt8(ascii: sign)
    }
}

extension ImportScanner {
    private func peek(_ ahead: Int = 0) -> UInt8? {
        position + ahead < bytes.count ? bytes[position + ahead] : nil
    }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where position < bytes.count {
            if bytes[position] == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
    }

    private mutating func skipLine() {
        while let byte = peek(), byte != UInt8(ascii: "\n") { advance() }
    }

    /// Passes a block comment with those inside it.
    private mutating func skipComment() {
        var depth = 0
        repeat {
            if isAt("/*") {
                depth += 1
                advance(2)
            } else if isAt("*/") {
                depth -= 1
                advance(2)
            } else {
                advance()
            }
        } while depth > 0 && position < bytes.count
    }

    /// Passes a string literal of any form, and says whether there was one.
    private mutating func skipString() -> Bool {
        var hashes = 0
        while peek(hashes) == UInt8(ascii: "#") { hashes += 1 }
        guard peek(hashes) == UInt8(ascii: "\"") else { return false }
        let pounds = String(repeating: "#", count: hashes)
        advance(hashes)
        let isLong = isAt("\"\"\"")
        let quotes = isLong ? "\"\"\"" : "\""
        advance(quotes.utf8.count)
        while position < bytes.count, !isAt(quotes + pounds) {
            // A literal on one line that doesn't end there is no Swift; the line ends it.
            if !isLong, peek() == UInt8(ascii: "\n") { return true }
            if isAt("\\" + pounds + "(") {
                advance(hashes + 2)
                skipInterpolation()
            } else {
                advance(isAt("\\" + pounds) ? hashes + 2 : 1)
            }
        }
        advance(quotes.utf8.count + hashes)
        return true
    }

    /// Passes the rest of an interpolation, whose opening bracket has been passed.
    private mutating func skipInterpolation() {
        var depth = 1
        while depth > 0, let byte = peek() {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "#"):
                if !skipString() { advance() }
                continue
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            default: break
            }
            advance()
        }
    }

    private func isAt(_ text: String) -> Bool {
        bytes[position...].starts(with: text.utf8)
    }
}
