import Formwork
import Groundwork
import Testing

@testable import FormworkService
@testable import FormworkSite

@Suite struct `The site` {
    @Test func `consists of the books and the profile`() throws {
        var service = Service()
        defineSite(&service)
        #expect(service.name == "Formwork")
        #expect(service.types == ["books", "profiles"])
        #expect(service.navigation.map(\.path) == ["/books", "/profile"])
        #expect(service.navigation.map(\.title) == ["Books", "Profile"])
        #expect(service.checks.count == 2)
        for check in service.checks { try check() }
    }

    @Test func `has ten samples, each valid by its own form`() {
        #expect(Book.samples.count == 10)
        #expect(Set(Book.samples.map(\.title)).count == 10)
        for book in Book.samples {
            let document = SiteForms.book.list(book, in: EnvironmentValues()).document
            let bound = SiteForms.book.bind(
                Submission(document: document), in: EnvironmentValues())
            #expect(bound.state.errors.isEmpty, "\(book.title): \(bound.state.errors)")
            #expect(bound.record == book)
        }
    }
}
