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
    do {
        switch try Command(Array(arguments.dropFirst()), variable: ServiceProcess.variable) {
        case .help: ServiceProcess.writeLine(Command.usage(of: name))
        case .version: ServiceProcess.writeLine("\(name) \(version)")
        case .health(let settings):
            let isAlive = HealthProbe.isAlive(host: settings.host, port: settings.port)
            ServiceProcess.exit(isAlive ? 0 : 1)
        case .check(let settings, let remedy):
            ServiceProcess.exit(
                try Maintenance.check(settings, remedy, try Service(definedBy: define)))
        case .backup(let settings, let destination):
            ServiceProcess.exit(try Maintenance.backUp(settings, to: destination))
        case .export(let settings, let type, let format):
            try Maintenance.export(type, as: format, settings, try Service(definedBy: define))
        case .import(let settings, let order):
            ServiceProcess.exit(
                try Maintenance.import(order, settings, try Service(definedBy: define)))
        case .serve(let settings): try serve(settings, define)
        }
        ServiceProcess.exit(0)
    } catch let mistake as Command.Mistake {
        ServiceProcess.writeErrorLine("\(name): \(mistake.message)")
        ServiceProcess.exit(64)
    } catch let failure as ServeFailure {
        ServiceProcess.writeErrorLine("\(name): \(failure.description)")
        ServiceProcess.exit(failure.exitCode)
    } catch {
        ServiceProcess.writeErrorLine("\(name): \(error)")
        ServiceProcess.exit(70)
    }
}

/// The version of the service and its libraries.
private let version = "0.1.0"
