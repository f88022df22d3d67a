import Testing

@Suite struct `The layers of the package` {
    private let layering: Layering

    init() throws {
        layering = Layering(manifest: try SourceTree.manifest())
    }

    @Test func `import only what stands below them`() throws {
        let files = try SourceTree.swiftFiles(below: "Sources")
        #expect(files.contains { $0.path == "Sources/Groundwork/JSON.swift" })
        for violation in layering.violations(in: files) {
            Issue.record("\(violation)")
        }
    }

    @Test func `are the targets of the manifest`() throws {
        let folders = try SourceTree.folders(in: "Sources")
        #expect(folders.contains("Groundwork"))
        #expect(folders.filter { layering.table[$0] == nil } == [])
        #expect(layering.table["CFormwork"] == [])
        #expect(
            layering.table["FormworkStore"] == ["FormworkRecords", "Groundwork", "System", "Glibc"])
    }

    @Test(arguments: [
        ("Formwork", "\n@_exported public import Glibc", 2, "Glibc"),
        ("FormworkHTTP", "import struct Glibc.timespec", 1, "Glibc"),
        ("Groundwork", "@testable import Formwork", 1, "Formwork"),
        ("Groundwork", "#if canImport(Glibc)\n    import Musl\n#endif", 2, "Musl"),
        ("FormworkServer", "@preconcurrency @_spi(A) internal import Formwork", 1, "Formwork"),
        ("FormworkServer", "import FormworkStore // why", 1, "FormworkStore"),
        ("FormworkStore", "import FormworkHTTP", 1, "FormworkHTTP"),
        ("FormworkStore", "import `FormworkHTTP`", 1, "FormworkHTTP"),
        ("FormworkService", "import FormworkSite", 1, "FormworkSite"),
        ("FormworkSite", "import CFormwork", 1, "CFormwork"),
        ("FormworkMain", "import Glibc", 1, "Glibc"),
        ("FormworkBenchmarks", "import Foundation", 1, "Foundation"),
        ("Groundwork", "import Foundation", 1, "Foundation"),
        ("Formwork", "// import A\nlet a = 1\nimport Synchronization", 3, "Synchronization"),
    ])
    func `are broken by a planted import`(
        target: String, source: String, line: Int, module: String
    ) {
        let file = SourceFile(path: "Sources/\(target)/Sub/Planted.swift", text: source)
        #expect(
            layering.violations(in: [file]) == [
                "Sources/\(target)/Sub/Planted.swift:\(line): \(target) may not import \(module)"
            ])
    }

    @Test(arguments: [
        ("Formwork", "@_exported public import Groundwork"),
        ("FormworkMain", "import FormworkSite"),
        ("FormworkStore", "import System\nimport Glibc"), ("Formwork", "/// import X"),
        ("Formwork", "important(X)"), ("Formwork", "load(import: X)"), ("Formwork", "import"),
    ])
    func `are kept by what the manifest allows`(target: String, source: String) {
        let file = SourceFile(path: "Sources/\(target)/A.swift", text: source)
        #expect(layering.violations(in: [file]) == [])
    }

    @Test func `are broken by a target that nobody knows`() {
        let file = SourceFile(path: "Sources/Helpers/A.swift", text: "")
        #expect(
            layering.violations(in: [file]) == [
                "Sources/Helpers/A.swift: the target Helpers is not in Package.swift"
            ])
    }
}
