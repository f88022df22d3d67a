internal import FormworkServer
internal import FormworkStore
internal import System

/// What a person can do with the folder of the records while nothing is served from it, or beside it.
enum Maintenance {
    /// What a check does about what it finds.
    enum Remedy: Sendable {
        /// Nothing.
        case none
        /// Keeps what is intact.
        case repair
        /// Takes what a person changed.
        case accept
    }

    /// Checks the folder and writes what it finds to standard output.
    ///
    /// - Parameters:
    ///   - settings: Which folder.
    ///   - remedy: What to do about damage.
    ///   - service: What the service consists of.
    /// - Returns: The code that the process should end with: 65 where damage is left.
    /// - Throws: `ServeFailure` where the folder can't be read.
    static func check(
        _ settings: Settings, _ remedy: Remedy, _ service: Service
    ) throws(ServeFailure) -> Int32 {
        let report: StoreReport
        let terminal = ProgressTerminal("lines")
        defer { terminal.finish() }
        do {
            let (folder, wait) = (settings.dataFolder, settings.lockWait)
            let show = terminal.show
            let rules = DocumentRules { [forms = service.forms] type, document in
                forms.first { $0.type == type }?.faults(document) ?? []
            }
            report =
                switch remedy {
                case .none: try Store.check(folder: folder, rules: rules, progress: show)
                case .repair: try Store.repair(folder: folder, lockWait: wait, progress: show)
                case .accept:
                    try Store.accept(
                        folder: folder, lockWait: wait, rules: rules, progress: show)
                }
        } catch {
            throw ServeFailure("\(error)", exitCode: error.exitCode)
        }
        terminal.finish()
        for line in report.lines { ServiceProcess.writeLine(line) }
        return report.isDamageLeft ? 65 : 0
    }

    /// Copies the folder.
    ///
    /// - Parameters:
    ///   - settings: Which folder.
    ///   - destination: The folder to be made.
    /// - Returns: The code that the process should end with: 65 where files are damaged or missing.
    /// - Throws: `ServeFailure` where that can't be done.
    static func backUp(_ settings: Settings, to destination: String) throws(ServeFailure) -> Int32 {
        let terminal = ProgressTerminal("lines")
        defer { terminal.finish() }
        do {
            let report = try Store.backUp(
                folder: settings.dataFolder, to: destination, progress: terminal.show)
            terminal.finish()
            for line in report.lines { ServiceProcess.writeLine(line) }
            return report.damages.isEmpty ? 0 : 65
        } catch {
            throw ServeFailure("\(error)", exitCode: error.exitCode)
        }
    }
}
