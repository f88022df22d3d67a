import FormworkHTTP
import Groundwork
import Testing

@Suite struct HeadersTests {
    @Test(
        "Row B22: a value that would end its line is refused and never sent",
        arguments: ["x\r\nSet-Cookie: a=b", "x\ny", "x\r", "\0", "a\u{7F}", "a\u{1B}[m", "\u{0B}"])
    func injection(value: String) {
        var headers: Headers = [.location: "/"]
        #expect(headers.refusedName == nil)
        let isAdded = headers.add("X-Echo", value)
        #expect(!isAdded)
        #expect(headers.refusedName == "X-Echo")
        #expect(headers["x-echo"] == nil)
        let isSet = headers.set(.location, value)
        #expect(!isSet)

        var buffer: [UInt8] = []
        _ = ResponseEncoder.encode(
            Response(.ok, headers: headers),
            to: ResponseEncoder.Context(method: .get, version: .http11, keepsAlive: true),
            dateLine: [], into: &buffer)
        #expect(
            String(decoding: buffer, as: UTF8.self)
                == "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    }

    @Test("Fields keep their order and their duplicates")
    func order() {
        var headers: Headers = [.setCookie: "a=1", .vary: "Accept", .setCookie: "b=2"]
        headers.add("VARY", "Cookie")
        #expect(headers.count == 4)
        #expect(headers.pairs.map(\.name) == ["Set-Cookie", "Vary", "Set-Cookie", "VARY"])
        #expect(headers.all(.setCookie) == ["a=1", "b=2"])
        #expect(headers[.vary] == "Accept")
        #expect(headers.list(.vary) == "Accept, Cookie")
        #expect(headers.list(.etag) == nil)
    }

    @Test("A field that is set replaces all of its name, one that is removed is gone")
    func replacing() {
        var headers: Headers = [.vary: "Accept", .etag: "\"1\"", "vary": "Cookie"]
        headers.set(.vary, "Origin")
        #expect(headers.pairs.map(\.name) == ["ETag", "Vary"])
        #expect(headers.all(.vary) == ["Origin"])
        headers.remove("etag")
        #expect(headers.count == 1)
        headers.remove("etag")
        #expect(headers.count == 1)
    }

    @Test("Fields can be added to those of a request")
    func addingToParsed() throws {
        var headers = try read("GET / HTTP/1.1⏎Host: a⏎X: 1⏎⏎").headers
        headers.add("Y", "é")
        headers.remove("x")
        #expect(headers.pairs.map(\.name) == ["Host", "Y"])
        #expect(headers["y"] == "é")
    }
}

@Suite struct CookieTests {
    @Test("Row 54: several Cookie lines are read as one")
    func severalLines() throws {
        let request = try read("GET / HTTP/1.1⏎Host: a⏎Cookie: a=1; b=2⏎Cookie: a=3⏎⏎")
        let cookies = Cookies.parse(request.headers)
        #expect(cookies.map(\.name) == ["a", "b", "a"])
        #expect(cookies.map(\.value) == ["1", "2", "3"])
    }

    @Test("A value may hold equals signs and quotes; what is no pair is passed over")
    func oddCookies() {
        let cookies = Cookies.parse([.cookie: " a=b=c ;d;=e;; f = \"g\"; h="])
        #expect(cookies.map(\.name) == ["a", "f", "h"])
        #expect(cookies.map(\.value) == ["b=c", "\"g\"", ""])
        #expect(Cookies.parse([:]).isEmpty)
    }

    @Test("A cookie that is set says all that browsers need to know")
    func setCookie() {
        let notice = SetCookie(
            name: "notice", value: "saved", path: "/books/7", maxAge: 60, secure: false)
        #expect(notice?.text == "notice=saved; Path=/books/7; Max-Age=60; HttpOnly; SameSite=Lax")
        let session = SetCookie(name: "__Host-session", value: "x-_1", secure: true)
        #expect(session?.text == "__Host-session=x-_1; Path=/; Secure; HttpOnly; SameSite=Lax")
    }

    @Test(
        "A cookie that would say something else is refused",
        arguments: [
            ("a b", "1", "/"), ("", "1", "/"), ("a=", "1", "/"), ("a", "1; Domain=x", "/"),
            ("a", "1,2", "/"),
            ("a", "1\r\nX: y", "/"), ("a", "\u{E9}", "/"), ("a", "1", "/; Domain=x"),
            ("a", "1", "/\n"),
        ])
    func refused(name: String, value: String, path: String) {
        #expect(SetCookie(name: name, value: value, path: path, secure: false) == nil)
    }
}
