internal import FormworkRecords
internal import FormworkServer
internal import FormworkStore
internal import Groundwork
internal import System

extension Maintenance {
    /// Writes the records of a type to standard output.
    ///
    /// - Parameters:
    ///   - type: The type's name on disk.
    ///   - format: The format of the output.
    ///   - settings: Names the folder.
    ///   - service: Has the form of the type.
    /// - Returns: The exit code of the process, 0.
    /// - Throws: `ServeFailure` where the records can't be read or written.
    static func export(
        _ type: String, as format: TransferFormat, _ settings: Settings, _ service: Service
    ) throws(ServeFailure) -> Int32 {
        let form = try form(of: type, service)
        guard let store = try openStore(settings, service, isBeside: true) else {
            throw ServeFailure(
                "there is no folder \(settings.dataFolder)", exitCode: ExitCode.cantCreate)
        }
        defer { store.close() }
        let terminal = ProgressTerminal("records")
        let export = RecordExport(
            form, from: store, to: ServiceProcess.writeOutput, progress: terminal.count)
        do {
            try export.run(format)
        } catch {
            throw ServeFailure(error, of: "standard output")
        }
        terminal.endCount()
        return 0
    }

    /// Adds the records of a file, and writes to standard error which were refused and why.
    ///
    /// - Parameters:
    ///   - type: The type's name on disk.
    ///   - path: The path of the file; `-` for the standard input.
    ///   - format: The format of the file.
    ///   - isDryRun: Whether the records are only checked.
    ///   - settings: Names the folder.
    ///   - service: Has the form of the type.
    /// - Returns: The exit code of the process: 65 where records were refused.
    /// - Throws: `ServeFailure` where the file can't be read or nothing can be saved.
    static func `import`(
        _ type: String, from path: String, as format: TransferFormat = .jsonl,
        isDryRun: Bool = false, _ settings: Settings, _ service: Service
    ) throws(ServeFailure) -> Int32 {
        let form = try form(of: type, service)
        guard !form.isPersonal else {
            throw ServeFailure(
                "\(type) can't be imported: each of them is opened by the browser alone in"
                    + " which it was made", exitCode: ExitCode.usage)
        }
        let file: InputFile
        do {
            file = try InputFile(path)
        } catch {
            throw ServeFailure("\(path): \(error)", exitCode: ExitCode.noInput)
        }
        ServiceProcess.keepFilesPrivate()
        let store = try openStore(settings, service, isBeside: isDryRun)
        defer { store?.close() }
        let terminal = ProgressTerminal("records")
        var records = RecordImport(
            form, into: store, isDryRun: isDryRun, report: terminal.report,
            progress: terminal.count)
        do {
            try records.run(format) { try file.next() }
        } catch {
            terminal.report("\(records.imported) records were imported before this:")
            throw ServeFailure(error, of: path)
        }
        terminal.endCount()
        let verb = isDryRun ? "could be imported" : "imported"
        ServiceProcess.writeLine("\(records.imported) \(verb), \(records.refused) refused")
        return records.refused == 0 ? 0 : ExitCode.badData
    }

    private static func form(
        of type: String, _ service: Service
    ) throws(ServeFailure) -> RecordForm {
        guard let form = service.forms.first(where: { $0.type == type }) else {
            throw ServeFailure(
                "there are no records of type \(type); there are"
                    + " \(service.types.joined(separator: ", "))", exitCode: ExitCode.usage)
        }
        return form
    }

    /// Opens the records.
    ///
    /// - Parameters:
    ///   - settings: Names the folder.
    ///   - service: Names the types.
    ///   - isBeside: Whether the records are only read, also beside a running service. Then nothing is
    ///     changed and no folder is made.
    /// - Returns: `nil` where there is no folder to be read.
    /// - Throws: `ServeFailure` where the records can't be opened.
    private static func openStore(
        _ settings: Settings, _ service: Service, isBeside: Bool
    ) throws(ServeFailure) -> Store? {
        let folder = settings.dataFolder
        do throws(FolderError) {
            if isBeside, try !Store.hasFolder(folder) { return nil }
            var options = StoreOptions(settings, service)
            options.isBeside = isBeside
            return try Store.open(folder: folder, types: service.types, options: options)
        } catch {
            throw ServeFailure(error)
        }
    }
}

extension ServeFailure {
    /// States why records couldn't be moved: the store's reason, or that of a file or pipe.
    fileprivate init(_ error: any Error, of stream: String) {
        switch error {
        case let error as ReadError: self.init(error)
        case let error as CommitError: self.init(error)
        default: self.init("\(stream): \(error)", exitCode: ExitCode.inputOutput)
        }
    }
}
