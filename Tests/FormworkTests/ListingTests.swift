import Formwork
import Testing

@Suite struct `The listing of a form` {
    private let book = Book(
        title: "Emma", author: "Jane O'Austen", pages: 474, rating: "4.50", inPrint: true,
        place: Book.Place(shelf: "B 12", room: "2"))

    @Test func `is a document in the order of the form`() {
        let document = bookForm.list(book, in: EnvironmentValues()).document
        let json = """
            {"title":"Emma","author":"Jane O'Austen","pages":474,"rating":4.5,"inPrint":true,\
            "place":{"shelf":"B 12"}}
            """
        #expect(String(decoding: JSON.object(document).bytes, as: UTF8.self) == json)
    }

    @Test func `writes nothing as null, off as false, and leaves out what is hidden`() {
        let document = bookForm.list(in: EnvironmentValues()).document
        let json = #"{"title":null,"author":null,"pages":1,"rating":0,"inPrint":false}"#
        #expect(String(decoding: JSON.object(document).bytes, as: UTF8.self) == json)
    }

    @Test func `gives the record back`() {
        let document = bookForm.list(book, in: EnvironmentValues()).document
        var expected = book
        expected.place.room = ""
        #expect(bookForm.record(from: document, in: EnvironmentValues()) == expected)
    }

    @Test func `keeps members of a document that aren't on the form`() throws {
        var document: JSON.Object = ["old": .bool(true), "place": .object(["room": .string("2")])]
        for field in bookForm.list(book, in: EnvironmentValues()).fields {
            field.write(into: &document)
        }
        #expect(document.members.map(\.name).prefix(2) == ["old", "place"])
        #expect(document["place"] == .object(["room": .string("2"), "shelf": .string("B 12")]))
    }

    @Test func `tells a terminal what the form takes`() {
        let text = bookForm.list(in: EnvironmentValues()).helpText(
            postingTo: "http://localhost/books")
        #expect(
            text == """
                Add a book

                title*    text, 1 to 200 characters
                author*   text, 1 to 120 characters
                pages     whole number, 1 to 20000, now 1
                rating    number in steps of 0.5, 0 to 5, now 0
                inPrint   on or off, now off
                * mandatory

                curl http://localhost/books --data-urlencode 'title=' --data-urlencode 'author='

                """)
    }

    @Test func `tells a terminal what is wrong, with a line to try again`() {
        let fields: KeyValuePairs = ["title": "", "author": "Jane O'Austen", "pages": "0"]
        let state = bookForm.bind(fields).state
        let text = bookForm.list(in: EnvironmentValues()).errorText(state, postingTo: "/books")
        #expect(
            text == """
                title: Enter the title
                pages: Pages must be between 1 and 20,000

                curl /books --data-urlencode 'title=' --data-urlencode 'author=Jane O'\\''Austen' \
                --data-urlencode 'pages=0'

                """)
    }

    @Test func `tells a terminal what the record holds`() {
        let text = bookForm.list(book, in: EnvironmentValues()).recordText(at: nil)
        #expect(
            text == """
                title: Emma
                author: Jane O'Austen
                pages: 474
                rating: 4.5
                inPrint: on
                place.shelf: B 12

                """)
        #expect(
            bookForm.list(in: EnvironmentValues()).recordText(at: nil).contains("inPrint: off\n"))
    }
}
