import Testing

/// A piece of Swift and the modules that it imports.
struct Snippet: Sendable, CustomTestStringConvertible {
    let source: String
    let modules: [String]

    init(_ source: String, _ modules: String...) {
        self.source = source
        self.modules = modules
    }

    var testDescription: String { source.debugDescription }
}

private let declarations: [Snippet] = [
    Snippet("import Glibc", "Glibc"),
    Snippet("import  \t Glibc", "Glibc"),
    Snippet("    import Glibc // why", "Glibc"),
    Snippet("public import Groundwork", "Groundwork"),
    Snippet(
        "package import A\ninternal import B\nfileprivate import C\nprivate import D", "A", "B",
        "C", "D"),
    Snippet("@_exported import Groundwork", "Groundwork"),
    Snippet("@_exported public import Groundwork", "Groundwork"),
    Snippet("@testable import FormworkHTTP", "FormworkHTTP"),
    Snippet("@_spi(_Unicode) import Swift", "Swift"),
    Snippet("@preconcurrency @_spi(A) @_spi(B) @_implementationOnly private import X", "X"),
    Snippet("@_spi(A)\n@preconcurrency\npublic\nimport\nX", "X"),
    Snippet("import struct X.Y", "X"),
    Snippet("import func Glibc.read", "Glibc"),
    Snippet("@_exported public import class X.Y", "X"),
    Snippet("import X.Sub.Module", "X"),
    Snippet("import `X`", "X"),
    Snippet("import A; import B", "A", "B"),
    Snippet("#if canImport(Glibc)\nimport Glibc\n#else\nimport Musl\n#endif", "Glibc", "Musl"),
    Snippet("/* why */ import X", "X"),
    Snippet("import /* why */ X", "X"),
    Snippet("let a = 1\nimport X", "X"),
    Snippet("let a = \"\"\nimport X", "X"),
    Snippet("let a = \"\\\\\"\nimport X", "X"),
    Snippet("let a = #\"\\\"#\nimport X", "X"),
    Snippet("let a = \"\"\"\n  \" \\\"\"\" \"\n  \"\"\"\nimport X", "X"),
    Snippet("let a = ##\"\"\"\n  \"\"\"# \n  \"\"\"##\nimport X", "X"),
    Snippet("let a = \"\\(b(\"import Y\", \")\"))\"\nimport X", "X"),
    Snippet("let a = #\"\\#(b[\"c\"])\"#\nimport X", "X"),
    Snippet("/* a /* b */ import Y */ import X", "X"),
    Snippet("let a = 'unclosed \"\nimport X", "X"),
]

private let others: [Snippet] = [
    Snippet(""),
    Snippet("// import X"),
    Snippet("/// import X"),
    Snippet("/* import X */"),
    Snippet("/*\nimport X\n*/"),
    Snippet("/* /* */ import X */"),
    Snippet("let a = \"import X\""),
    Snippet("let a = \"\\\" import X\""),
    Snippet("let a = \"\"\"\n    import X\n    \"\"\""),
    Snippet("let a = \"\"\"\n    \\(b)\n    import X\n    \"\"\""),
    Snippet("let a = #\"\" import X\"#"),
    Snippet("let a = #\"\"\"\n\"\"\"\nimport X\n\"\"\"#"),
    Snippet("let a = \"\\(\"import X\")\""),
    Snippet("important(X)"),
    Snippet("let `import` = X"),
    Snippet("a.import\nX()"),
    Snippet("func load(import name: String) {}"),
    Snippet("load(import: X)"),
    Snippet("// swift: import X\nlet a = 1 // import Y"),
    Snippet("#if canImport(X)\n#endif"),
    Snippet("import"),
]

@Suite struct `Import lines` {
    @Test(arguments: declarations + others)
    func `are found in every form and nowhere else`(_ snippet: Snippet) {
        #expect(ImportScanner.imports(of: snippet.source).map(\.module) == snippet.modules)
    }

    @Test func `are told by their number`() {
        let source = """
            // import A
            import B
            let text = \"\"\"
                import C
                \"\"\"
            /*
             import D
             */
            @_exported
            public import E
            """
        #expect(
            ImportScanner.imports(of: source) == [
                ImportLine(line: 2, module: "B"), ImportLine(line: 10, module: "E"),
            ])
    }
}
