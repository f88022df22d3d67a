import Formwork
internal import Groundwork

/// A record of ten values, as many as the usual form has.
struct Book: Sendable {
    var title = ""
    var subtitle = ""
    var author = ""
    var publisher = ""
    var isbn = ""
    var pages = 1
    var rating: ExactDecimal = 0
    var shelf = ""
    var inPrint = false
    var translated = false

    /// A book with every value set, one of them with characters that must be escaped.
    static let emma = Book(
        title: "Emma", subtitle: "A \"novel\" in three volumes & more", author: "Jane Austen",
        publisher: "John Murray", isbn: "9780141439587", pages: 474, rating: "4.5",
        shelf: "B 12", inPrint: true, translated: false)
}

/// The form that is measured: ten controls in two sections.
struct BookForm: Component {
    @Binding var book: Book

    var body: some Component {
        Form("Add a book") {
            Section("The book") {
                TextInputField("Title", text: $book.title).characterLimit(1...120)
                TextInputField("Subtitle", text: $book.subtitle)
                    .help("As on the title page").isMandatory(false)
                TextInputField("Author", text: $book.author).characterLimit(1...120)
                TextInputField("Publisher", text: $book.publisher)
                TextInputField("ISBN", text: $book.isbn).keyboardType(.numberPad)
                    .onValidate(.isbn)
            }
            .isMandatory()
            Section("The copy") {
                Stepper("Pages", value: $book.pages, in: 1...20_000)
                Stepper("Rating", value: $book.rating, in: 0...5, step: "0.5")
                TextInputField("Shelf", text: $book.shelf)
                Toggle("In print", isOn: $book.inPrint)
                Toggle("Translated", isOn: $book.translated)
            }
            .clearButtonHidden()
            Button("Save")
        }
    }
}

/// What a browser sends for the form.
let submittedFields: [(name: RawText, value: RawText)] = [
    ("title", "Emma"), ("subtitle", "A \"novel\" in three volumes & more"),
    ("author", "Jane Austen"), ("publisher", "John Murray"), ("isbn", "978-0-14-143958-7"),
    ("pages", "474"), ("rating", "4.5"), ("shelf", "B 12"), ("inPrint", "on"),
    (
        "_shown",
        "title subtitle author publisher isbn pages rating shelf inPrint translated"
    ),
]
