import FormworkHTTP
import Testing

@Suite struct TrustedProxiesTests {
    @Test(
        "An address is read strictly, and written ways of one are equal",
        arguments: [
            ("127.0.0.1", "127.0.0.1", true), ("::ffff:127.0.0.1", "127.0.0.1", true),
            ("::FFFF:7f00:1", "127.0.0.1", true), ("::127.0.0.1", "127.0.0.1", false),
            ("::1", "0:0:0:0:0:0:0:1", true), ("::", "0::0", true),
            ("2001:DB8::1", "2001:db8:0:0::1", true), ("1::", "1:0:0:0:0:0:0:0", true),
            ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0", true), ("::1", "::2", false),
            ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304", true), ("fe80::", "fe80::1", false),
        ])
    func addresses(left: String, right: String, areEqual: Bool) throws {
        let left = try #require(IPAddress(left))
        #expect(try (left == #require(IPAddress(right))) == areEqual)
    }

    @Test(
        "What is no address is refused",
        arguments: [
            "", "1", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.4 ", "+1.2.3.4",
            "1..2.3", "1.2.3.", ":", ":::", "1:::2", "::1::2", "1:2:3:4:5:6:7", "12345::",
            "1:2:3:4:5:6:7:8:9", "::1.2.3", "::1.2.3.4:1", "1:2:3:4:5:6:7:1.2.3.4", "fe80::1%eth0",
            "[::1]", "g::", "localhost", "1.2.3.4:80", "\u{661}.2.3.4",
            "1:2:3:4:5:6:7:8::", String(repeating: "1:", count: 100_000),
        ])
    func noAddresses(text: String) {
        #expect(IPAddress(text) == nil)
        #expect(IPAddressRange(text) == nil)
    }

    @Test(
        "A range holds the addresses that begin as it does",
        arguments: [
            ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false),
            ("10.1.2.3/8", "10.9.9.9", true), ("192.0.2.1", "192.0.2.1", true),
            ("192.0.2.1", "192.0.2.2", false), ("192.0.2.0/31", "192.0.2.1", true),
            ("192.0.2.0/32", "192.0.2.1", false), ("0.0.0.0/0", "255.255.255.255", true),
            ("0.0.0.0/0", "::1", false), ("::/0", "::1", true), ("::/0", "1.2.3.4", true),
            ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::", false),
            ("::1/128", "::1", true), ("::1/128", "::2", false),
            ("::ffff:0:0/96", "1.2.3.4", true), ("10.0.0.0/8", "::ffff:10.0.0.1", true),
        ])
    func ranges(range: String, address: String, isIn: Bool) throws {
        let range = try #require(IPAddressRange(range))
        #expect(try range.contains(#require(IPAddress(address))) == isIn)
    }

    @Test(
        "A range needs a length that its address has",
        arguments: [
            "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/08", "::/129",
            "10.0.0.0/8/8", "/8", "10.0.0.0/8 ", "10/8", "::/99999999999999999999",
        ])
    func noRanges(text: String) {
        #expect(IPAddressRange(text) == nil)
    }

    /// What a proxy sends, and what is made of it.
    struct Row: Sendable, CustomTestStringConvertible {
        let fields: [(HeaderName, String)]
        var connection = "10.0.0.1"
        var peer = "10.0.0.1"
        var isSecure: Bool?
        var authority = "inner"

        var testDescription: String { fields.map { "\($0): \($1)" }.joined(separator: ", ") }
    }

    @Test(
        "The last words of trusted proxies count, and nobody else's",
        arguments: [
            Row(fields: []),
            Row(fields: [(.xForwardedFor, "192.0.2.7")], peer: "192.0.2.7"),
            Row(fields: [(.xForwardedFor, "203.0.113.9, 192.0.2.7")], peer: "192.0.2.7"),
            Row(fields: [(.xForwardedFor, "192.0.2.7, 10.9.9.9,10.0.0.2")], peer: "192.0.2.7"),
            Row(
                fields: [(.xForwardedFor, "203.0.113.9"), (.xForwardedFor, "192.0.2.7")],
                peer: "192.0.2.7"),
            Row(fields: [(.xForwardedFor, "10.0.0.3, 10.0.0.2")], peer: "10.0.0.3"),
            Row(fields: [(.xForwardedFor, "192.0.2.7, unknown, 10.0.0.2")], peer: "10.0.0.2"),
            Row(fields: [(.xForwardedFor, "192.0.2.7, <script>")]),
            Row(fields: [(.xForwardedFor, ", ,")]),
            Row(fields: [(.xForwardedFor, "192.0.2.7:4711")], peer: "192.0.2.7"),
            Row(fields: [(.xForwardedFor, "[2001:DB8::7]:4711")], peer: "2001:db8::7"),
            Row(fields: [(.xForwardedFor, "2001:DB8::7, ::ffff:10.0.0.2")], peer: "2001:db8::7"),
            Row(fields: [(.xForwardedProto, "https")], isSecure: true),
            Row(fields: [(.xForwardedProto, "HTTPS")], isSecure: true),
            Row(fields: [(.xForwardedProto, "https, http")], isSecure: false),
            Row(fields: [(.xForwardedProto, "https"), (.xForwardedProto, "wss")]),
            Row(fields: [(.xForwardedProto, "")]),
            Row(fields: [(.xForwardedHost, "books.example:81")], authority: "books.example:81"),
            Row(fields: [(.xForwardedHost, "evil.example, b.example")], authority: "b.example"),
            Row(fields: [(.xForwardedHost, "books.example/x")]),
            Row(fields: [(.xForwardedHost, "u@books.example")]),
            Row(
                fields: [
                    (.xForwardedFor, "192.0.2.7"), (.xForwardedProto, "https"),
                    (.xForwardedHost, "books.example"),
                ], connection: "192.0.2.8", peer: "192.0.2.8"),
            Row(
                fields: [(.xForwardedFor, "192.0.2.7"), (.xForwardedProto, "https")],
                connection: "", peer: ""),
            Row(fields: [(.forwarded, "for=192.0.2.7;proto=https;host=books.example")]),
        ])
    func forwarded(row: Row) throws {
        var headers: Headers = [.host: "inner"]
        for (name, value) in row.fields { headers.add(name, value) }
        let proxies = TrustedProxies([try #require(IPAddressRange("10.0.0.0/8"))])
        for target in ["/", "http://inner/"] {
            var request = try Request(target: target, headers: headers, peer: row.connection)
            proxies.complete(&request)
            #expect(request.peer == row.peer)
            #expect(request.isSecure == row.isSecure)
            #expect(request.authority == row.authority)
        }
        var request = try Request(target: "/", headers: headers, peer: row.connection)
        TrustedProxies().complete(&request)
        #expect(request.peer == row.connection)
        #expect(request.isSecure == nil)
        #expect(request.authority == "inner")
    }

    @Test(
        "A client is an address or a /64, and a trusted proxy alone is none",
        arguments: [
            ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"), ("2001:db8:1:2::9", "2001:db8:1:2::"),
            ("::1", "::"), ("10.0.0.1", nil), ("", nil), ("unknown", nil),
        ])
    func client(peer: String, client: String?) throws {
        let proxies = TrustedProxies([try #require(IPAddressRange("10.0.0.0/8"))])
        #expect(proxies.client(peer) == client.flatMap { IPAddress($0) })
        var request = try Request(
            target: "/", headers: [.xForwardedFor: "192.0.2.9"], peer: peer)
        proxies.complete(&request)
        #expect(
            request.client == (peer == "10.0.0.1" ? IPAddress("192.0.2.9") : proxies.client(peer)))
    }
}
