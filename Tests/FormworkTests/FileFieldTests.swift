import Formwork
import Testing

@Suite struct `The markup of a field for a file` {
    @Test func `takes the kinds that the field takes, in a form that can carry them`() throws {
        let page = try albumForm.page()
        let form = try #require(page.all("form").first)
        #expect(form["enctype"] == "multipart/form-data")
        #expect(form["action"] == "/samples")
        let input = try #require(page.element(id: "cover"))
        #expect(input["type"] == "file")
        #expect(input["accept"] == "image/png,image/gif")
        #expect(input["value"] == nil)
        #expect(input["aria-describedby"] == "cover-help")
        #expect(
            page.element(id: "cover-help")?.text == "The front \u{b7} PNG or GIF, at most 1.5 KiB")
        #expect(page.all("img").isEmpty)
        #expect(page.controls(named: "_remove").isEmpty)
        let label = try #require(page.elements.first { $0["for"] == "cover" })
        #expect(!page.elements[try #require(label.ancestors.last)].has("floats"))
        #expect(try bookForm.page().all("form").first?["enctype"] == nil)
    }

    @Test func `shows the record's file, and a box that takes it away`() throws {
        var state = FormState()
        state.files["cover"] = ShownFile(path: "/albums/1/cover")
        let page = try albumForm.page(nil, state)
        let image = try #require(page.all("img").first)
        #expect(image["src"] == "/albums/1/cover")
        #expect(image["alt"] == "The cover now")
        #expect(image["loading"] == "lazy")
        let box = try #require(page.controls(named: "_remove").first)
        #expect(page.controls(named: "_remove").count == 1)
        #expect(box["type"] == "checkbox")
        #expect(box["value"] == "cover")
        #expect(box["checked"] == nil)
        #expect(page.elements.first { $0["for"] == box["id"] }?.text == "Remove the cover")
        state.files["cover"]?.isRemoved = true
        #expect(try albumForm.page(nil, state).controls(named: "_remove").first?["checked"] != nil)
    }

    @Test func `sends the token of one that was chosen before`() throws {
        var state = FormState()
        var shown = ShownFile(path: "/albums/1/cover")
        shown.kept = try reference(size: 34_567)
        shown.token = "a\"b"
        state.files["cover"] = shown
        let page = try albumForm.page(nil, state)
        #expect(page.controls(named: "_cover").map { $0["value"] } == ["a\"b"])
        #expect(page.controls(named: "_cover").first?["type"] == "hidden")
        #expect(page.all("img").isEmpty)
        #expect(page.controls(named: "_remove").count == 1)
        #expect(
            page.element(id: "cover-help")?.text
                == "Chosen: PNG image, 33.7 KiB. Choose another to replace it."
                + " \u{b7} The front \u{b7} PNG or GIF, at most 1.5 KiB")
    }

    @Test func `says what is wrong beside the field`() throws {
        let state = submission(["title": "A"], [("cover", 0, [])]).bound().state
        let page = try albumForm.page(nil, state)
        #expect(page.element(id: "cover")?["aria-invalid"] == "true")
        #expect(page.element(id: "cover")?["aria-describedby"] == "cover-error cover-help")
        #expect(
            page.element(id: "cover-error")?.text
                == "Error: Cover has nothing in it; choose another file")
    }

    @Test(arguments: ["shown", "intent", "revision", "remove"])
    func `can't have a name that a page uses for something else`(name: String) {
        let form = FormDefinition(starting: Album()) { album in
            FileField("Cover", file: album.cover.named(name), atMost: 9)
        }
        let fault = #expect(throws: FormFault.self) { try form.check(in: EnvironmentValues()) }
        #expect(fault?.problem == .clash(with: "_\(name)"))
    }
}
