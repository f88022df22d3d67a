internal import Formwork

extension Book {
    /// Ten books of the public domain for an empty store.
    static let samples: [Book] = [
        sample("Emma", "Jane Austen", 474, "4.5", "1815-12-23"),
        sample("Middlemarch", "George Eliot", 880, "5"),
        sample("Moby-Dick; or, The Whale", "Herman Melville", 635, "4", "1851-11-14"),
        sample("Frankenstein", "Mary Shelley", 280, "4", "1818-01-01"),
        sample("The Count of Monte Cristo", "Alexandre Dumas", 1_276, "4.5"),
        sample("Jane Eyre", "Charlotte Bront\u{eb}", 532, "4.5"),
        sample("Die Verwandlung", "Franz Kafka", 102, "4"),
        sample("Don Quijote de la Mancha", "Miguel de Cervantes", 1_072, "5"),
        sample("The Narrative of Arthur Gordon Pym of Nantucket", "Edgar Allan Poe", 250, "3.5"),
        sample("Crime and Punishment", "Fyodor Dostoevsky", 671, "4.5"),
    ]

    private static func sample(
        _ title: String, _ author: String, _ pages: Int, _ rating: ExactDecimal,
        _ published: CalendarDate? = nil
    ) -> Book {
        var book = Book()
        book.title = title
        book.author = author
        book.pages = pages
        book.rating = rating
        book.published = published
        book.inPrint = true
        return book
    }
}
