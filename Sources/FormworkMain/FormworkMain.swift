import FormworkService
import FormworkSite

/// The command `formwork`.
@main struct FormworkMain {
    static func main() {
        runService(define: defineSite)
    }
}
