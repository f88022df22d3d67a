internal import Formwork
internal import FormworkService

/// The form that adds a book and changes one.
struct BookForm: Component {
    @Binding var book: Book
    @Environment(\.formPurpose) var purpose

    var body: some Component {
        Form(
            purpose == .adding ? "Add a book" : "Change the book",
            description: "What you know is enough; everything but title and author can wait."
        ) {
            Section("The book") {
                Group {
                    TextInputField("Title", text: $book.title)
                        .characterLimit(1...200)
                        .help("As on the title page")
                        .autocapitalization(.words)
                    TextInputField("Author", text: $book.author)
                        .characterLimit(1...120)
                        .autocapitalization(.words)
                        .disableAutocorrection()
                }
                .isMandatory()
                TextInputField("ISBN", text: $book.isbn)
                    .onValidate(.isbn)
                    .help("10 or 13 digits, with hyphens or without")
                    .keyboardType(.numberPad)
                    .disableAutocorrection()
                Stepper("Pages", value: $book.pages, in: 1...20_000)
                DatePicker("Published", selection: $book.published)
                    .help("The day on which it came out first")
                Stepper("Rating", value: $book.rating, in: 0...5, step: "0.5")
                Toggle("In print", isOn: $book.inPrint).help("Can be bought new today")
                FileField("Cover", file: $book.cover, atMost: 5 << 20)
            }
            HStack {
                Button("Save")
                Button("Check", action: .check)
                Link("Cancel", destination: "/books").buttonStyle()
            }
        }
    }
}
