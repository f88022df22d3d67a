import Testing

@Suite struct `The layers of the package` {
    @Test func `import only what stands below them`() throws {
        let files = try SourceTree.swiftFiles(below: "Sources")
        #expect(files.contains { $0.path == "Sources/Groundwork/JSON.swift" })
        for violation in Layering.formwork.violations(in: files) {
            Issue.record("\(violation)")
        }
    }

    @Test func `are all in the table`() throws {
        let folders = try SourceTree.folders(in: "Sources")
        #expect(folders.contains("Groundwork"))
        #expect(folders.filter { Layering.formwork.table[$0] == nil } == [])
    }

    @Test(arguments: [
        ("Formwork", "\n@_exported public import Glibc", 2, "Glibc"),
        ("FormworkHTTP", "import struct Glibc.timespec", 1, "Glibc"),
        ("Groundwork", "@testable import Formwork", 1, "Formwork"),
        ("FormworkServer", "@preconcurrency @_spi(A)\ninternal import Formwork", 2, "Formwork"),
        ("FormworkServer", "import FormworkStore", 1, "FormworkStore"),
        ("FormworkStore", "import FormworkHTTP", 1, "FormworkHTTP"),
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
            Layering.formwork.violations(in: [file]) == [
                "Sources/\(target)/Sub/Planted.swift:\(line): \(target) may not import \(module)"
            ])
    }

    @Test func `are kept by what the table allows`() {
        let files = [
            SourceFile(
                path: "Sources/Formwork/Exports.swift", text: "@_exported public import Groundwork"),
            SourceFile(path: "Sources/FormworkMain/Main.swift", text: "import FormworkSite"),
            SourceFile(
                path: "Sources/FormworkStore/A.swift", text: "import System\nimport Glibc"),
        ]
        #expect(Layering.formwork.violations(in: files) == [])
    }

    @Test func `are broken by a target that nobody knows`() {
        let file = SourceFile(path: "Sources/Helpers/A.swift", text: "")
        #expect(
            Layering.formwork.violations(in: [file]) == [
                "Sources/Helpers/A.swift: the target Helpers is not in the table"
            ])
    }
}
