internal import Formwork
public import FormworkService

/// Says what the service `formwork` consists of: the books and the profile.
///
/// - Parameter service: What is defined.
public func defineSite(_ service: inout Service) {
    service.name = "Formwork"
    service.navigation = [("Books", "/books"), ("Profile", "/profile")]
    service.resource(
        "books", of: Book.self, starting: Book(),
        names: RecordNames(singular: "book", plural: "books") { $0.title },
        search: [\.title, \.author, \.isbn],
        sort: [\.title, \.author, \.pages, \.published, \.rating],
        samples: Book.samples
    ) { $book in
        BookForm(book: $book)
    } row: { book, path in
        BookRow(book: book, path: path)
    }
    service.personal(
        "profile", of: Profile.self, starting: Profile(), storedAs: "profiles",
        isRemembered: \.rememberMe
    ) { $profile in
        WelcomePage(profile: $profile)
    } form: { $profile in
        ProfilePage(profile: $profile)
    }
}
