import FormworkServer
import Glibc
import System

/// The server with the handler that the rows of the table need, and its limits as arguments.
///
///     ConformanceServer --port 0 --root Folder --head-timeout 500 --body 1000
@main
struct ConformanceServer {
    static func main() {
        do {
            let arguments = try Arguments(CommandLine.arguments.dropFirst())
            let handler = ConformanceHandler(files: StaticFiles(root: arguments.root))
            let server = try Server(configuration: arguments.configuration, handler: handler)
            try StopSignals.install { server.stop() }
            let (host, port) = server.boundAddress
            print("listening on http://\(host):\(port)")
            fflush(nil)
            try server.run()
        } catch {
            print("ConformanceServer: \(error)")
            exit(64)
        }
    }
}
