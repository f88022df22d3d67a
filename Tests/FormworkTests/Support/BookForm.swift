import Formwork

/// The record that most tests fill in.
struct Book: Sendable, Equatable {
    var title = ""
    var author = ""
    var pages = 1
    var rating: ExactDecimal = 0
    var inPrint = false
    var place = Place()

    struct Place: Sendable, Equatable {
        var shelf = ""
        var room = ""
    }
}

/// A form with every control, one hidden part and a nested value.
struct BookForm: Component {
    @Binding var book: Book

    var body: some Component {
        Form("Add a book", description: "What you know is enough.") {
            Section("The book") {
                TextInputField("Title", text: $book.title).characterLimit(1...200)
                    .help("As on the title page")
                TextInputField("Author", text: $book.author).characterLimit(1...120)
            }
            .isMandatory()
            Stepper("Pages", value: $book.pages, in: 1...20_000)
            Stepper("Rating", value: $book.rating, in: 0...5, step: "0.5")
            Toggle("In print", isOn: $book.inPrint)
            if book.inPrint {
                TextInputField("Shelf", text: $book.place.shelf).isMandatory()
            }
            HStack {
                Button("Save")
                Button("Check", action: .check)
            }
        }
    }
}

/// The form's definition, as a service holds it.
let bookForm = FormDefinition(starting: Book()) { BookForm(book: $0) }
