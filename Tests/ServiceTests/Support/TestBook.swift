import Formwork

@testable import FormworkService

/// A record with a control of each kind.
struct TestBook: Sendable, Equatable {
    var title = ""
    var author = ""
    var pages = 1
    var rating: ExactDecimal = 0
    var inPrint = false
}

/// Its form; the names of its fields are those of `TestBook`, in this order.
struct TestBookForm: Component {
    @Binding var book: TestBook
    @Environment(\.formPurpose) var purpose

    var body: some Component {
        Form(purpose == .adding ? "Add a book" : "Change the book") {
            Group {
                TextInputField("Title", text: $book.title).characterLimit(1...200)
                TextInputField("Author", text: $book.author).characterLimit(1...120)
                    .help("The name on the cover")
            }
            .isMandatory()
            Stepper("Pages", value: $book.pages, in: 1...20_000)
            Stepper("Rating", value: $book.rating, in: 0...5, step: "0.5")
            Toggle("In print", isOn: $book.inPrint)
            Button("Save")
            Button("Check", action: .check)
        }
    }
}

/// A record that each browser has of its own.
struct TestPerson: Sendable {
    var name = ""
    var isRemembered = false
}

/// Its form, on the first page and on its own.
struct TestPersonForm: Component {
    @Binding var person: TestPerson
    let title: String

    var body: some Component {
        Form(title) {
            TextInputField("Name", text: $person.name).characterLimit(1...40).isMandatory()
            Toggle("Remember me", isOn: $person.isRemembered)
            Button("OK")
        }
    }
}

/// A record with a file.
struct TestAlbum: Sendable, Equatable {
    var title = ""
    var cover: FileReference?
}

/// Its form.
struct TestAlbumForm: Component {
    @Binding var album: TestAlbum

    /// How many bytes a cover may have.
    static let most = 100_000

    var body: some Component {
        Form("Album") {
            TextInputField("Title", text: $album.title).isMandatory()
            FileField("Cover", file: $album.cover, atMost: Self.most)
            Button("Save")
            Button("Check", action: .check)
        }
    }
}

extension Service {
    /// A service with all of them.
    static var sample: Service {
        var service = Service()
        service.name = "Library"
        service.navigation = [("Books", "/books"), ("Person", "/person")]
        service.resource(
            "books", of: TestBook.self, starting: TestBook(),
            names: RecordNames(singular: "book", plural: "books") { $0.title },
            search: [\.title, \.author], sort: [\.title, \.author, \.pages, \.rating],
            samples: [TestBook(title: "Emma", author: "Jane Austen", pages: 474)]
        ) { $book in
            TestBookForm(book: $book)
        } row: { book, path in
            Link(book.title, destination: path)
            Text("by \(book.author)")
        }
        service.resource(
            "albums", of: TestAlbum.self, starting: TestAlbum(),
            names: RecordNames(singular: "album", plural: "albums") { $0.title }
        ) { $album in
            TestAlbumForm(album: $album)
        }
        service.personal(
            "person", of: TestPerson.self, starting: TestPerson(), storedAs: "people",
            isRemembered: \.isRemembered
        ) { $person in
            TestPersonForm(person: $person, title: "Welcome")
        } form: { $person in
            TestPersonForm(person: $person, title: "You")
        }
        return service
    }
}
