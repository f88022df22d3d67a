import Formwork
import Testing

@Suite struct `The listing of a form with a file` {
    private func album() throws -> Album {
        Album(
            title: "A", cover: try reference(size: 34_567),
            inner: Album.Inner(back: try reference(.webp)))
    }

    @Test func `stores the reference and gives it back`() throws {
        let listing = albumForm.list(try album(), in: EnvironmentValues())
        let json = """
            {"title":"A","cover":{"file":"\(digest)","type":"image/png","size":34567},\
            "inner":{"back":{"file":"\(digest)","type":"image/webp","size":20}}}
            """
        #expect(String(decoding: JSON.object(listing.document).bytes, as: UTF8.self) == json)
        let back = albumForm.record(from: listing.document, in: EnvironmentValues())
        #expect(back == (try album()))
    }

    @Test(arguments: [
        "{}", "1", "\"x\"", "{\"file\":\"\",\"type\":\"image/png\",\"size\":1}",
        "{\"file\":\"\(digest)\",\"type\":\"image/svg+xml\",\"size\":1}",
        "{\"file\":\"\(digest)\",\"type\":\"image/png\",\"size\":0}",
        "{\"file\":\"\(digest)\",\"type\":\"image/png\",\"size\":-1}",
        "{\"file\":\"\(digest)\",\"type\":\"image/png\",\"size\":1e99}",
        "{\"file\":\"../../../../../../../../../../../../../../../../etc/passwd/aaaaaaa\"}",
        "{\"file\":\"\(digest.uppercased())\",\"type\":\"image/png\",\"size\":1}",
    ])
    func `has no file where a document was edited into nonsense`(value: String) throws {
        let document: JSON.Object = [
            "title": .string("A"), "cover": try JSON.parse(Array(value.utf8)),
        ]
        let record = albumForm.record(from: document, in: EnvironmentValues())
        #expect(record == Album(title: "A"))
    }

    @Test func `keeps a stored file that the form wouldn't take any more`() throws {
        let large = Album(title: "A", cover: try reference(.jpeg, size: 9_999))
        let document = albumForm.list(large, in: EnvironmentValues()).document
        #expect(albumForm.record(from: document, in: EnvironmentValues()) == large)
    }

    @Test func `shows clients a path, or null`() throws {
        var document = JSON.Object()
        for field in albumForm.list(try album(), in: EnvironmentValues()).fields {
            field.write(into: &document, files: .path(below: "/albums/1"))
        }
        let json = """
            {"title":"A","cover":"/albums/1/cover","inner":{"back":"/albums/1/inner.back"}}
            """
        #expect(String(decoding: JSON.object(document).bytes, as: UTF8.self) == json)
        document = [:]
        for field in albumForm.list(try album(), in: EnvironmentValues()).fields {
            field.write(into: &document, files: .path(below: nil))
        }
        #expect(document["cover"] == .null)
        let text = albumForm.list(try album(), in: EnvironmentValues())
            .recordText(at: "/albums/1")
        #expect(
            text == "title: A\ncover: /albums/1/cover\ninner.back: /albums/1/inner.back\n")
        let empty = albumForm.list(in: EnvironmentValues()).recordText(at: "/x")
        #expect(empty == "title: \ncover: \ninner.back: \n")
    }

    @Test func `tells a terminal what a file may be and how it's sent`() throws {
        let help = albumForm.list(in: EnvironmentValues()).helpText(postingTo: "/albums")
        #expect(
            help == """
                Add an album

                title*       text
                cover        image file (PNG, GIF), at most 1.5 KiB
                inner.back   image file (PNG, JPEG, GIF, WebP), at most 5 MiB
                * mandatory

                curl /albums --data-urlencode 'title='
                curl /albums --form-string 'title=' -F 'cover=@FILE' -F 'inner.back=@FILE'

                """)
        let filled = albumForm.list(try album(), in: EnvironmentValues())
        #expect(filled.helpText(postingTo: "/albums").contains("1.5 KiB, now PNG of 33.7 KiB\n"))
        let bad = submission(["title": "@A"], [("cover", 0, [])]).bound().state
        #expect(
            filled.errorText(bad, postingTo: "/albums") == """
                cover: Cover has nothing in it; choose another file

                curl /albums --form-string 'title=@A' -F 'cover=@FILE'

                """)
    }
}

@Suite struct `A number of bytes` {
    @Test(arguments: [
        (-1, "0 bytes"), (0, "0 bytes"), (1, "1 byte"), (1_023, "1023 bytes"), (1_024, "1 KiB"),
        (1_126, "1 KiB"), (1_127, "1.1 KiB"), (1_048_575, "1023.9 KiB"), (5 << 20, "5 MiB"),
        ((5 << 20) + 1, "5 MiB"), (3 << 29, "1.5 GiB"), (Int.max, "8589934591.9 GiB"),
    ])
    func `is read in the largest unit that it fills`(bytes: Int, text: String) {
        #expect(ByteCount(bytes).description == text)
    }
}
