import Formwork
import FormworkService
import Groundwork
import Testing

@testable import FormworkSite

/// The forms of the site, as the service defines them.
enum SiteForms {
    static let book = FormDefinition(starting: Book()) { BookForm(book: $0) }
    static let profile = FormDefinition(starting: Profile()) { ProfilePage(profile: $0) }
    static let welcome = FormDefinition(starting: Profile()) { WelcomePage(profile: $0) }
}

@Suite struct `The forms` {
    /// A field in a line: its name, a star where it is mandatory, what it takes, what it starts with.
    private static func summary(_ listing: FormListing) -> [String] {
        listing.fields.map { listed in
            let field = listed.field
            let kind =
                switch field.kind {
                case .text(let rules): "text " + rules.map(Self.summary).joined(separator: " ")
                case .toggle: "toggle"
                case .date(let least, let most): "\(least)...\(most)"
                case .number(let least, let most, let step): "\(least)...\(most) by \(step)"
                case .file(let types, let most):
                    "\(types.map(\.name).joined(separator: " ")) up to \(most)"
                }
            let name = field.path.name + (field.isMandatory ? "*" : "")
            return "\(name): \(kind), now \(listed.text)"
        }
    }

    private static var nextYear: Int { CalendarDate.today.year + 1 }

    private static func summary(_ rule: TextRule) -> String {
        switch rule {
        case .length(let range): "\(range.lowerBound)...\(range.upperBound)"
        case .email: "e-mail"
        case .isbn: "ISBN"
        case .custom: "custom"
        }
    }

    @Test func `ask for a book's fields, in this order and within these bounds`() {
        let listing = SiteForms.book.list(in: EnvironmentValues())
        #expect(listing.title == "Add a book")
        #expect(
            Self.summary(listing) == [
                "title*: text 1...200, now ",
                "author*: text 1...120, now ",
                "isbn: text ISBN, now ",
                "pages: 1...20000 by 1, now ",
                "published: 0800-01-01...\(Self.nextYear)-12-31, now ",
                "rating: 0...5 by 0.5, now ",
                "inPrint: toggle, now ",
                "cover: PNG JPEG GIF WebP up to 5242880, now ",
            ])
    }

    @Test func `ask for a profile's fields, on its page and on the first one`() {
        let expected = [
            "name*: text 3...40, now ", "email*: text e-mail, now ", "rememberMe: toggle, now ",
        ]
        let page = SiteForms.profile.list(in: EnvironmentValues())
        #expect(page.title == "Register")
        #expect(Self.summary(page) == expected)
        #expect(Self.summary(SiteForms.welcome.list(in: EnvironmentValues())) == expected)
    }

    @Test func `are called by what they are for`() {
        var environment = EnvironmentValues()
        environment.formPurpose = .changing
        #expect(SiteForms.book.list(in: environment).title == "Change the book")
        #expect(SiteForms.profile.list(in: environment).title == "Your profile")
        #expect(SiteForms.welcome.list(in: environment).fields.isEmpty)
    }

    @Test func `are sound`() throws {
        try SiteForms.book.check(in: EnvironmentValues())
        try SiteForms.profile.check(in: EnvironmentValues())
        try SiteForms.welcome.check(in: EnvironmentValues())
    }

    @Test(arguments: [
        ("978-0-14-143958-7", "9780141439587"), ("9780141439587", "9780141439587"),
        ("0-8044-2957-x", "080442957X"), ("978 0 14 143958 7", "9780141439587"), ("", ""),
    ])
    func `keep an ISBN without hyphens`(typed: String, kept: String) {
        let submission = Submission(fields: [
            ("title", "Emma"), ("author", "Jane Austen"), ("isbn", RawText(typed)),
        ])
        let bound = SiteForms.book.bind(submission, in: EnvironmentValues())
        #expect(bound.state.errors.isEmpty)
        #expect(bound.record.isbn == kept)
    }

    @Test(arguments: [
        "978-0-14-143958-8", "0804429570", "12345", "978014143958x",
    ])
    func `refuse an ISBN that is none`(typed: String) {
        let submission = Submission(fields: [
            ("title", "Emma"), ("author", "Jane Austen"), ("isbn", RawText(typed)),
        ])
        let errors = SiteForms.book.bind(submission, in: EnvironmentValues()).state.errors
        #expect(errors.map(\.field) == ["isbn"])
        #expect(errors.map(\.code) == [.pattern])
    }

    @Test func `explain themselves to a terminal`() {
        let help = SiteForms.book.list(in: EnvironmentValues())
            .helpText(postingTo: "http://127.0.0.1:8080/books")
        #expect(
            help == """
                Add a book

                title*      text, 1 to 200 characters
                author*     text, 1 to 120 characters
                isbn        text
                pages       whole number, 1 to 20000
                published   date, YYYY-MM-DD, 0800-01-01 to \(Self.nextYear)-12-31
                rating      number in steps of 0.5, 0 to 5
                inPrint     on or off, now off
                cover       image file (PNG, JPEG, GIF, WebP), at most 5 MiB
                * mandatory

                curl http://127.0.0.1:8080/books --data-urlencode 'title=' --data-urlencode 'author='
                curl http://127.0.0.1:8080/books --form-string 'title=' --form-string 'author=' \
                -F 'cover=@FILE'

                """)
    }
}
