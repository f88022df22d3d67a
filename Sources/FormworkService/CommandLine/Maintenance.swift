internal import FormworkServer
internal import FormworkStore
internal import System

/// What a person does with the folder of the records, with no service running or beside one.
enum Maintenance {
    /// What a check does about damage.
    enum Remedy: String, Sendable {
        /// Nothing.
        case none
        /// It keeps what is intact and puts the rest aside.
        case repair
        /// It takes lines that a person edited.
        case accept
    }

    /// Checks the folder and writes the findings to standard output.
    ///
    /// - Returns: The exit code of the process: 65 where damage is left.
    /// - Throws: `ServeFailure` where the folder can't be read.
    static func check(
        _ settings: Settings, _ remedy: Remedy, _ service: Service
    ) throws(ServeFailure) -> Int32 {
        let report: StoreReport
        let terminal = ProgressTerminal("lines")
        defer { terminal.endCount() }
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
            throw ServeFailure(error)
        }
        terminal.endCount()
        for line in report.lines { ServiceProcess.writeLine(line) }
        return report.isDamageLeft ? ExitCode.badData : 0
    }

    /// Copies the folder to a new one.
    ///
    /// - Returns: The exit code of the process: 65 where files are damaged or missing.
    /// - Throws: `ServeFailure` where the folder can't be copied.
    static func backUp(_ settings: Settings, to destination: String) throws(ServeFailure) -> Int32 {
        let terminal = ProgressTerminal("lines")
        defer { terminal.endCount() }
        do {
            let report = try Store.backUp(
                folder: settings.dataFolder, to: destination, progress: terminal.show)
            terminal.endCount()
            for line in report.lines { ServiceProcess.writeLine(line) }
            return report.damages.isEmpty ? 0 : ExitCode.badData
        } catch {
            throw ServeFailure(error)
        }
    }
}
