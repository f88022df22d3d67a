import Testing

/// Swift's operations on a `String` take quadratic time on a run of combining marks, and take texts for equal
/// that differ in bytes; what comes from outside is cut and compared as bytes.
@Suite struct `Text from outside` {
    /// What reads the operator's own command line, which is short.
    private static let commandLine: Set<String> = [
        "Command.swift", "Flag.swift", "RunService.swift", "Subcommand.swift",
    ]

    private static let targets = [
        "Formwork", "FormworkHTTP", "FormworkServer", "FormworkService", "Groundwork",
    ]

    /// The operations that look for a text within a text.
    private static func operation(in line: Substring) -> String? {
        guard !line.contains("utf8"), !line.drop(while: \.isWhitespace).hasPrefix("//") else {
            return nil
        }
        return [
            ".split(separator: \"", ".replacing(\"", ".hasPrefix(", ".hasSuffix(",
            ".components(separatedBy", ".contains(\"", ".ranges(of: \"", ".firstRange(of: \"",
            ".trimmingPrefix(\"",
        ].first { line.contains($0) }
    }

    @Test(arguments: targets) func `is cut and compared as bytes`(target: String) throws {
        let files = try SourceTree.swiftFiles(below: "Sources/\(target)")
        #expect(!files.isEmpty)
        for file in files {
            let name = file.path.split(separator: "/").last.map(String.init) ?? ""
            guard !Self.commandLine.contains(name) else { continue }
            for (number, line) in file.text.split(
                separator: "\n", omittingEmptySubsequences: false
            ).enumerated() {
                guard let operation = Self.operation(in: line) else { continue }
                Issue.record("\(file.path):\(number + 1) has \(operation)…; work on utf8")
            }
        }
    }

    @Test(arguments: [
        ("let a = text.hasPrefix(\"x\")", true), ("text.utf8.split(separator: 1)", false),
        ("// text.hasPrefix", false), ("text.split(separator: \":\")", true),
        ("bytes.split(separator: .semicolon)", false),
    ])
    func `is found where it isn't`(line: String, isFound: Bool) {
        #expect((Self.operation(in: line[...]) != nil) == isFound)
    }
}
