import Testing

@Suite struct `Swift files` {
    /// A file that needs more lines holds two ideas.
    private static let limit = 350

    @Test(arguments: ["Sources", "Tests"])
    func `have at most 350 lines`(folder: String) throws {
        let files = try SourceTree.swiftFiles(below: folder)
        #expect(!files.isEmpty)
        let long = files.filter { Self.lines(of: $0) > Self.limit }
        for file in long {
            Issue.record("\(file.path): \(Self.lines(of: file)) lines")
        }
    }

    @Test func `are counted with or without a line feed at the end`() {
        #expect(Self.lines(of: SourceFile(path: "a", text: "")) == 0)
        #expect(Self.lines(of: SourceFile(path: "a", text: "1\n2\n3")) == 3)
        #expect(Self.lines(of: SourceFile(path: "a", text: "1\n2\n3\n")) == 3)
        #expect(Self.lines(of: SourceFile(path: "a", text: "1\r\n2\r\n")) == 2)
    }

    private static func lines(of file: SourceFile) -> Int {
        let feeds = file.text.utf8.count { $0 == UInt8(ascii: "\n") }
        let hasOpenLine = !file.text.isEmpty && file.text.utf8.last != UInt8(ascii: "\n")
        return feeds + (hasOpenLine ? 1 : 0)
    }
}
