import Formwork
import Testing

@Suite struct `A file that is sent` {
    @Test func `is bound with what its bytes say, and with its digest once it's kept`() throws {
        var sent = submission(["title": "A"], [("cover", 1_536, png), ("inner.back", 7, gif)])
        #expect(sent.bound().state.errors.isEmpty)
        #expect(sent.bound().record.cover == (try reference(size: 1_536, digest: "")))
        #expect(sent.bound().record.inner.back == (try reference(.gif, size: 7, digest: "")))
        sent.files.keep("cover", digest: digest)
        #expect(sent.bound().record.cover == (try reference(size: 1_536)))
        sent.files.keep("other", digest: digest)
    }

    @Test(arguments: [
        (1_537, png, "Cover must be at most 1.5 KiB"),
        (0, [], "Cover has nothing in it; choose another file"),
        (9, Array("<svg".utf8), "Cover must be an image: PNG or GIF"),
        (9, [0xFF, 0xD8, 0xFF], "Cover must be an image: PNG or GIF"),
        (1_537, Array("<html>".utf8), "Cover must be an image: PNG or GIF"),
    ])
    func `is refused in words, and the record's own stays`(
        size: Int, start: [UInt8], message: String
    ) throws {
        let before = Album(title: "B", cover: try reference())
        let (record, state) = submission(["title": "A"], [("cover", size, start)])
            .bound(to: before)
        #expect(state.errors.map(\.message) == [message])
        #expect(state.codes == ["cover: file"])
        #expect(state.errors.first?.pointer == "/cover")
        #expect(record == Album(title: "A", cover: before.cover))
    }

    @Test func `is told in the order of the form, with all else kept`() {
        let (record, state) = submission(["title": ""], [("inner.back", 9, [1]), ("cover", 0, [])])
            .bound()
        #expect(state.codes == ["title: missing", "cover: file", "inner.back: file"])
        #expect(record == Album())
    }

    @Test func `is refused where it comes twice, or beside a text`() {
        let twice = submission(["title": "A"], [("cover", 9, png), ("cover", 9, png)])
        #expect(twice.bound().state.codes == ["cover: repeated"])
        let beside = submission(["title": "A", "cover": ""], [("cover", 9, png)])
        #expect(beside.bound().state.codes == ["cover: repeated"])
    }

    @Test func `is passed over where the form has no such field, or one of text`() {
        let sent = submission(["title": "A"], [("title", 9, png), ("nothing", 9, png)])
        #expect(sent.bound().state.errors.isEmpty)
        #expect(sent.bound().record == Album(title: "A"))
    }

    @Test func `is mandatory where the field is`() {
        let form = FormDefinition(starting: Album()) { album in
            FileField("Cover", file: album.cover, atMost: 99).isMandatory()
        }
        let empty = form.bind(submission([:]), in: EnvironmentValues()).state
        #expect(empty.errors.map(\.message) == ["Choose the cover"])
        #expect(empty.codes == ["cover: missing"])
        let sent = submission([:], [("cover", 99, png)])
        #expect(form.bind(sent, in: EnvironmentValues()).state.errors.isEmpty)
        let removed = form.bind(submission(["_remove": "cover"]), in: EnvironmentValues()).state
        #expect(removed.codes == ["cover: missing"])
    }
}

@Suite struct `The file of a record` {
    private let path = "/albums/1/cover"

    @Test func `stays where nothing is sent, and goes where it's asked for`() throws {
        let before = Album(title: "A", cover: try reference())
        #expect(submission().bound(to: before).record == before)
        #expect(submission().bound().record.cover == nil)
        for fields: KeyValuePairs in [
            ["title": "A", "_remove": "cover"], ["title": "A", "cover": ""],
            ["title": "A", "_remove": "inner.back", "_remove": "cover"],
        ] {
            let (record, state) = submission(fields).bound(to: before)
            #expect(record == Album(title: "A"))
            #expect(state.errors.isEmpty)
            #expect(state.files["cover"]?.isRemoved == true)
        }
        let replaced = submission(["title": "A", "_remove": "cover"], [("cover", 9, gif)])
        #expect(replaced.bound(to: before).record.cover?.size == 9)
    }

    @Test(arguments: [
        "\"/albums/2/cover\"", "\"x\"", "true", "1", "[]", "{}",
        "{\"file\":\"\(digest)\",\"type\":\"image/png\",\"size\":20}",
        "\"image/png 20 \(digest)\"",
    ])
    func `is named by a client by its own path alone`(value: String) throws {
        let before = Album(title: "A", cover: try reference())
        guard case .object(let document) = try JSON.parse(Array("{\"cover\":\(value)}".utf8)) else {
            return
        }
        var sent = Submission(document: document)
        sent.files.present = [RawText(path): try reference()]
        let (record, state) = sent.bound(to: before)
        #expect(state.codes == [value == "[]" ? "cover: repeated" : "cover: file"])
        #expect(record == before)
        if case .string(let text) = document["cover"] {
            let form = submission(["title": "A", "cover": text], present: sent.files.present)
            #expect(form.bound().state.codes == ["cover: file"])
        }
    }

    @Test func `is kept by its path, also on a record that begins anew, and removed by null`()
        throws
    {
        var own = Submission(document: ["title": .string("A"), "cover": .string(path)])
        own.files.present = [RawText(path): try reference()]
        #expect(own.bound().record == Album(title: "A", cover: try reference()))
        let null = Submission(document: ["cover": .null])
        #expect(null.bound(to: Album(title: "A", cover: try reference())).record.cover == nil)
        let absent = Submission(document: ["title": .string("B")])
        let before = Album(title: "A", cover: try reference())
        #expect(absent.bound(to: before).record.cover == before.cover)
    }

    @Test func `is one that a page kept, unless another comes or it's taken away`() throws {
        let kept = ["cover": try reference()]
        let fields: KeyValuePairs = ["title": "A", "_cover": "token"]
        #expect(submission(fields).tokens == ["cover": "token"])
        #expect(
            submission(["title": "_", "_shown": "a", "_remove": "b", "_intent": "check"]).tokens
                .isEmpty)
        #expect(submission(fields, kept: kept).bound().record.cover == (try reference()))
        let other = submission(fields, [("cover", 9, gif)], kept: kept)
        #expect(other.bound().record.cover?.type == .gif)
        let removed = submission(["title": "A", "_cover": "token", "_remove": "cover"], kept: kept)
        #expect(removed.bound().record.cover == nil)
        let untold = submission(["title": "A"], kept: kept)
        #expect(untold.bound().record.cover == nil)
    }

    @Test func `that a page kept too long ago is asked for again`() throws {
        let before = Album(title: "A", cover: try reference())
        let (record, state) = submission(["title": "A", "_cover": "token"]).bound(to: before)
        #expect(state.errors.map(\.message) == ["Choose the cover again; it was kept for an hour"])
        #expect(state.codes == ["cover: file"])
        #expect(record == before)
    }

    @Test func `is judged like one that comes where a page kept it`() throws {
        let kept = ["cover": try reference(.jpeg)]
        let state = submission(["title": "A", "_cover": "token"], kept: kept).bound().state
        #expect(state.codes == ["cover: file"])
    }
}
