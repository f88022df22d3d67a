internal import Formwork
internal import FormworkService
internal import Groundwork

/// The form that adds a book and changes one.
struct BookForm: Component {
    @Binding var book: Book
    @Environment(\.formPurpose) var purpose

    /// From the first printed books to those that are announced.
    private static var years: ClosedRange<CalendarDate> {
        let next = CalendarDate.today.year + 1
        return "0800-01-01"...(CalendarDate(year: next, month: 12, day: 31) ?? .latest)
    }

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
                    .disableAutocorrection()
                Stepper("Pages", value: $book.pages, in: 1...20_000)
                DatePicker("Published", selection: $book.published, in: Self.years)
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
