internal import FormworkServer
internal import System

/// Follows the command line of a service, and ends the process.
///
///     @main struct Library {
///         static func main() {
///             runService { service in … }
///         }
///     }
///
/// Flags, environment variables and exit codes are those that the README lists.
///
/// - Parameters:
///   - arguments: The command line, the command's name first.
///   - define: Says what the service consists of.
public func runService(
    _ arguments: [String] = CommandLine.arguments, define: (inout Service) -> Void
) -> Never {
    ServiceProcess.prepare()
    let name = arguments.first?.split(separator: "/").last.map(String.init) ?? "formwork"
    func fail(_ message: String, _ exitCode: Int32) -> Never {
        ServiceProcess.writeErrorLine("\(name): \(message)")
        ServiceProcess.exit(exitCode)
    }
    do {
        switch try Command(Array(arguments.dropFirst()), variable: ServiceProcess.variable) {
        case .help: ServiceProcess.writeLine(Command.usage(of: name))
        case .version: ServiceProcess.writeLine("\(name) \(version)")
        case .run(let subcommand, let invocation):
            ServiceProcess.exit(try subcommand.run(invocation, define))
        }
        ServiceProcess.exit(0)
    } catch let mistake as Command.Mistake {
        fail(mistake.message, ExitCode.usage)
    } catch let failure as ServeFailure {
        fail(failure.description, failure.exitCode)
    } catch {
        fail("\(error)", ExitCode.software)
    }
}

/// The version of the service and its libraries.
private let version = "0.1.0"
