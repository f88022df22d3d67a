import Formwork
import FormworkHTTP
import FormworkRecords
import FormworkStore
import Foundation
import Groundwork
import System
import TestSupport
import Testing

@testable import FormworkServer
@testable import FormworkService

/// A service that is asked by plain calls, with its records in a folder of its own.
final class TestService: Sendable {
    /// What a test says of a request beside its target.
    struct Sent {
        var headers: [(String, String)] = []
        var body: [UInt8] = []
    }

    let folder: TemporaryFolder
    let store: Store
    let stop = StopSwitch(delay: 0)
    let handler: ServiceHandler
    private let proxies: TrustedProxies

    /// Starts the service.
    ///
    /// - Parameters:
    ///   - folder: A folder in which records may be already.
    ///   - files: The way to the files.
    ///   - engine: What has the records in place of files.
    ///   - routes: Routes beside those of the sample.
    ///   - change: Changes the settings.
    /// - Throws: What keeps the store from being opened.
    init(
        in folder: TemporaryFolder? = nil, files: any FileSystem = SystemFileSystem(),
        engine: (any RecordStore)? = nil,
        routes: [(method: FormworkHTTP.Method, path: String, route: Route)] = [],
        _ change: (inout Settings) -> Void = { _ in }
    ) throws {
        let folder = try folder ?? TemporaryFolder()
        var settings = Settings()
        settings.dataFolder = folder.path + "/Data"
        settings.publicFolder = folder.path + "/Public"
        settings.host = "0.0.0.0"
        change(&settings)
        var service = Service.sample
        service.addRoutes { _, _, router in
            for added in routes { router.add(added.method, added.path, added.route) }
        }
        self.folder = folder
        var options = StoreOptions(settings, service)
        options.warn = { _ in }
        store = try Store.open(
            folder: settings.dataFolder, types: service.types, indexes: service.indexes,
            options: options, fileSystem: files)
        if settings.addsSamples { try service.addSamples(to: store) }
        handler = try ServiceHandler(settings, service, engine ?? store, stop)
        proxies = settings.proxies
    }

    /// Asks and waits for the answer, without a socket in between.
    func ask(
        _ method: FormworkHTTP.Method, _ target: String, _ headers: [(String, String)] = [],
        body: [UInt8] = []
    ) throws -> TestAnswer {
        var fields = Headers()
        if !headers.contains(where: { $0.0 == "Host" }) { fields.add(.host, "library.example") }
        for (name, value) in headers {
            fields.add(try #require(HeaderName(name)), value)
        }
        var request = try Request(
            method: method, target: target, headers: fields, body: body, peer: "127.0.0.1")
        proxies.complete(&request)
        return try ask(request)
    }

    /// Asks with a request as a server would hand it over.
    func ask(_ request: Request) throws -> TestAnswer {
        try TestAnswer.waiting(for: handler.answer(request))
    }

    /// Asks for a page or a record.
    func get(_ target: String, _ headers: [(String, String)] = []) throws -> TestAnswer {
        try ask(.get, target, headers)
    }

    /// Posts a form as a browser or curl does.
    func post(
        _ target: String, _ fields: [(name: String, value: String)],
        _ headers: [(String, String)] = []
    ) throws -> TestAnswer {
        try ask(
            .post, target, [("Content-Type", "application/x-www-form-urlencoded")] + headers,
            body: Array(FormURLEncoded.encode(fields).utf8))
    }

    /// Sends a JSON document.
    func send(
        _ method: FormworkHTTP.Method, _ target: String, json: String,
        _ headers: [(String, String)] = []
    ) throws -> TestAnswer {
        try ask(
            method, target, [("Content-Type", "application/json")] + headers,
            body: Array(json.utf8))
    }

    /// Adds a book and tells its path.
    func addBook(_ fields: [(name: String, value: String)] = emma) throws -> String {
        let answer = try post("/books", fields)
        try #require(answer.status == .seeOther, "\(answer.text)")
        return try #require(answer[.location])
    }

    /// The books in the store, the oldest first, without what the store says of them.
    var books: [String] {
        get throws {
            try store.page("books", offset: 0, limit: 100, newestFirst: false).map { record in
                String(decoding: JSON.object(record.document).bytes, as: UTF8.self)
            }
        }
    }
}

/// The fields of one good book.
let emma = [
    (name: "title", value: "Emma"), (name: "author", value: "Jane Austen"),
    (name: "pages", value: "474"), (name: "inPrint", value: "on"),
]

/// The same fields with some of them changed or added.
func emma(_ changes: (name: String, value: String)...) -> [(name: String, value: String)] {
    emma.filter { field in !changes.contains { $0.name == field.name } } + changes
}

extension TestAnswer {
    /// The answer, once it is there.
    static func waiting(for answer: Answer) throws -> TestAnswer {
        try PendingAnswer(answer).wait()
    }
}

/// An answer whose work runs on the thread of the test, as it does on that of a loop.
final class PendingAnswer: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var response: Response?
    }

    private let state = SignalledLock(State())

    /// Begins the work, and runs it up to its end or its first wait.
    init(_ answer: Answer) {
        switch answer {
        case .now(let response): state.change { $0.response = response }
        case .later(let work):
            Task(executorPreference: self) { [state] in
                let response = await work()
                state.change { $0.response = response }
            }
            while runJob(atMost: 0) {}
        }
    }

    /// Whether the work waits for something.
    var isWaiting: Bool { state.read { $0.response == nil } }

    /// Runs the rest of the work.
    func wait() throws -> TestAnswer {
        while isWaiting {
            guard runJob(atMost: 60_000) else {
                throw Unexpected(what: "no answer within a minute")
            }
        }
        return try TestAnswer(#require(state.read { $0.response }))
    }

    private func runJob(atMost milliseconds: Int) -> Bool {
        let job = state.wait(atMost: milliseconds) { state in
            state.jobs.isEmpty ? nil : state.jobs.removeFirst()
        }
        guard let job else { return false }
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        return true
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.change { $0.jobs.append(job) }
    }
}
