internal import FormworkServer
internal import FormworkStore
internal import Groundwork
internal import System

/// What an import is asked for.
struct ImportOrder: Sendable, Equatable {
    /// The type of the records.
    var type: String
    /// The path of the file; `-` for the standard input.
    var file: String
    /// The format of the file.
    var format = TransferFormat.jsonl
    /// Whether the records are only checked.
    var isDryRun = false
}

extension Maintenance {
    /// Writes the records of a type to standard output.
    ///
    /// - Parameters:
    ///   - type: The type's name on disk.
    ///   - format: How they are written.
    ///   - settings: Which folder.
    ///   - service: What the service consists of.
    /// - Throws: `ServeFailure` where the records can't be read or written.
    static func export(
        _ type: String, as format: TransferFormat, _ settings: Settings, _ service: Service
    ) throws(ServeFailure) {
        let form = try form(of: type, service)
        guard let store = try store(settings, service, isBeside: true) else {
            throw ServeFailure("there is no folder \(settings.dataFolder)", exitCode: 73)
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
        terminal.finish()
    }

    /// Adds the records of a file, and says on standard error which were refused and why.
    ///
    /// - Parameters:
    ///   - order: Which file, and how.
    ///   - settings: Which folder.
    ///   - service: What the service consists of.
    /// - Returns: The code that the process should end with: 65 where records were refused.
    /// - Throws: `ServeFailure` where the file can't be read or nothing can be saved.
    static func `import`(
        _ order: ImportOrder, _ settings: Settings, _ service: Service
    ) throws(ServeFailure) -> Int32 {
        let form = try form(of: order.type, service)
        guard !form.isPersonal else {
            throw ServeFailure(
                "\(order.type) can't be imported: each of them is opened by the browser alone in"
                    + " which it was made", exitCode: 64)
        }
        let file: InputFile
        do {
            file = try InputFile(order.file)
        } catch {
            throw ServeFailure("\(order.file): \(error)", exitCode: 66)
        }
        ServiceProcess.keepFilesPrivate()
        let store = try store(settings, service, isBeside: order.isDryRun)
        defer { store?.close() }
        let terminal = ProgressTerminal("records")
        var records = RecordImport(
            form, into: store, isDryRun: order.isDryRun, report: terminal.report,
            progress: terminal.count)
        do {
            try records.run(order.format) { try file.next() }
        } catch {
            terminal.report("\(records.imported) records were imported before this:")
            throw ServeFailure(error, of: order.file)
        }
        terminal.finish()
        let verb = order.isDryRun ? "could be imported" : "imported"
        ServiceProcess.writeLine("\(records.imported) \(verb), \(records.refused) refused")
        return records.refused == 0 ? 0 : 65
    }

    private static func form(
        of type: String, _ service: Service
    ) throws(ServeFailure) -> RecordForm {
        guard let form = service.forms.first(where: { $0.type == type }) else {
            throw ServeFailure(
                "there are no records of type \(type); there are"
                    + " \(service.types.joined(separator: ", "))", exitCode: 64)
        }
        return form
    }

    /// Opens the records.
    ///
    /// - Parameters:
    ///   - settings: Which folder.
    ///   - service: What the service consists of.
    ///   - isBeside: Whether they are only read, also beside a running service; nothing is changed
    ///     then, and no folder made.
    /// - Returns: `nil` where there is no folder to be read.
    /// - Throws: `ServeFailure` where they can't be opened.
    private static func store(
        _ settings: Settings, _ service: Service, isBeside: Bool
    ) throws(ServeFailure) -> Store? {
        let folder = settings.dataFolder
        do throws(StoreError) {
            if isBeside, try !Store.hasFolder(folder) { return nil }
            var options = StoreOptions(settings, service)
            options.isBeside = isBeside
            return try Store.open(folder: folder, types: service.types, options: options)
        } catch {
            throw ServeFailure("\(error)", exitCode: error.exitCode)
        }
    }
}

extension ServeFailure {
    /// Tells why records couldn't be moved: the store's reason, or a stream's.
    fileprivate init(_ error: any Error, of stream: String) {
        if let error = error as? StoreError {
            self.init("\(error)", exitCode: error.exitCode)
        } else {
            self.init("\(stream): \(error)", exitCode: 74)
        }
    }
}
