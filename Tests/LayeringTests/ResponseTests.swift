import Testing

@Suite struct `An answer of the service` {
    @Test func `is made in one place, so that all answers can be changed there`() throws {
        let files = try SourceTree.swiftFiles(below: "Sources/FormworkService")
        let makers = files.filter { file in
            file.text.split { !$0.isLetter && $0 != "(" && $0 != "." }.contains {
                $0.hasPrefix("Response(") || $0.hasPrefix("Response.init(")
            }
        }
        #expect(
            makers.map(\.path) == [
                "Sources/FormworkService/Responses/RequestContext+Responses.swift"
            ])
    }
}
