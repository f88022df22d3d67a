import Testing

@testable import FormworkHTTP

@Suite struct ByteClassTests {
    @Test("The table says of every byte what the grammars say")
    func table() {
        let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        let alphanumeric = letters + "0123456789"
        let visible = String(decoding: Array(UInt8(0x21)...0x7E), as: UTF8.self)
        let others: [UInt8] = Array(0x80...0xFF)
        expect(.token, alphanumeric + "!#$%&'*+-.^_`|~")
        expect(.target, visible.filter { $0 != "#" })
        expect(.fieldValue, visible + "\t ", others)
        expect(.cookie, visible.filter { !"\",;\\".contains($0) })
        expect(.hostName, alphanumeric + "-._")
        expect(.formUnescaped, alphanumeric + "*-._")
        expect(.plainPath, visible.filter { !"%/?#.\\".contains($0) })
        expect(.entityTag, visible.filter { $0 != "\"" }, others)
    }

    private func expect(
        _ byteClass: ByteClass, _ members: String, _ others: [UInt8] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let expected = Set(members.utf8).union(others)
        let actual = Set((UInt8.min...UInt8.max).filter(byteClass.contains))
        #expect(actual == expected, sourceLocation: sourceLocation)
    }
}
