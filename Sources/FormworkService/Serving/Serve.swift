internal import FormworkHTTP
internal import FormworkRecords
internal import FormworkServer
internal import FormworkStore
internal import Groundwork
internal import System

/// Runs a service until SIGTERM or SIGINT.
///
///     try serve(Settings()) { service in
///         service.resource("books", of: Book.self, starting: Book(), names: names) { $book in
///             BookForm(book: $book)
///         }
///     }
///
/// - Parameters:
///   - settings: How it runs.
///   - define: Says what it consists of.
/// - Throws: `ServeFailure` where it can't start, or a form isn't sound.
public func serve(
    _ settings: Settings, _ define: (inout Service) -> Void
) throws(ServeFailure) {
    ServiceProcess.prepare()
    let log = AccessLog(
        format: settings.logFormat ?? (ServiceProcess.isOutputTerminal ? .text : .json))
    ServiceProcess.writeLinesInBackground(notice: log.notice)
    defer { ServiceProcess.finishLines() }
    ServiceProcess.keepFilesPrivate()
    ServiceProcess.returnLargeMemory()
    if ServiceProcess.hashesPredictably {
        ServiceProcess.writeErrorLine(
            "formwork: SWIFT_DETERMINISTIC_HASHING is set, so that anyone can slow the service down;"
                + " unset it")
    }
    // A start that is cut off loses nothing, since no request has been taken yet.
    let stop = StopSwitch(delay: settings.drainDelay) { ServiceProcess.exit(0) }
    do {
        try StopSignals.install { stop.press() }
    } catch {
        throw ServeFailure("\(error)", exitCode: ExitCode.system)
    }
    if !StaticFiles.followsLinks {
        ServiceProcess.writeErrorLine(
            "formwork: symbolic links in \(settings.publicFolder) aren't followed on this system")
    }
    let service = try Service(definedBy: define)
    try checkFolders(settings)
    let store = try openStore(settings, service)
    defer { store.close() }
    // Once more, now that both folders exist.
    try checkFolders(settings)
    let server = try makeServer(settings, service, store, stop, log)
    ServiceProcess.writeLine("formwork listening on http://\(server.authority)")
    stop.attach(server)
    do {
        try server.run()
    } catch {
        throw ServeFailure(error)
    }
}

/// Refuses folders of which one lies in the other, so that no record is served as a file.
private func checkFolders(_ settings: Settings) throws(ServeFailure) {
    do {
        try Store.checkApart(settings.publicFolder, settings.dataFolder)
    } catch {
        throw ServeFailure(error, subject: "--public and --data: ")
    }
}

private func openStore(_ settings: Settings, _ service: Service) throws(ServeFailure) -> Store {
    do {
        let store = try Store.open(
            folder: settings.dataFolder, types: service.types, indexes: service.indexes,
            options: StoreOptions(settings, service))
        if settings.addsSamples { try service.addSamples(to: store) }
        return store
    } catch let error as FolderError {
        throw ServeFailure(error)
    } catch {
        throw ServeFailure("\(error)", exitCode: ExitCode.cantCreate)
    }
}

extension Service {
    /// Saves the samples of the types that have no record yet.
    func addSamples(to store: Store) throws(CommitError) {
        for (type, changes) in samples where store.count(type) == 0 {
            try store.commit(changes())
        }
    }
}

private func makeServer(
    _ settings: Settings, _ service: Service, _ store: Store, _ stop: StopSwitch, _ log: AccessLog
) throws(ServeFailure) -> Server {
    var settings = settings
    let socket: InheritedSocket?
    do {
        socket = try InheritedSocket.handedOver()
    } catch {
        throw ServeFailure(error)
    }
    if let socket { (settings.host, settings.port) = (socket.host, socket.port) }
    let handler = try ServiceHandler(settings, service, store, stop)
    var configuration = ServerConfiguration(host: settings.host, port: settings.port)
    configuration.inheritedSocket = socket
    configuration.trustedProxies = settings.proxies
    configuration.maximumConnections = settings.maximumConnections
    configuration.limits.keepAliveTimeout = settings.keepAlive
    // Bodies go onto the disk of the records, which has room for what people send.
    configuration.spool = SpoolFolder(
        path: settings.isReadOnly ? nil : settings.dataFolder, limits: configuration.limits)
    configuration.errorAnswer = handler.failure
    configuration.log = log.write
    do {
        return try Server(configuration: configuration, handler: handler)
    } catch {
        throw ServeFailure(error)
    }
}

extension StoreOptions {
    /// Makes the options that the settings and the types of a service ask for.
    init(_ settings: Settings, _ service: Service) {
        self.init(
            lockWait: settings.lockWait, isReadOnly: settings.isReadOnly,
            personalTypes: service.personalTypes, attachmentsQuota: settings.filesQuota,
            warn: { ServiceProcess.writeErrorLine("formwork: \($0)") })
        remedy = ServeFailure.remedyOfDamage
    }
}

extension Server {
    /// The address as a URL writes it.
    fileprivate var authority: String {
        boundAddress.host.utf8.contains(UInt8(ascii: ":"))
            ? "[\(boundAddress.host)]:\(boundAddress.port)"
            : "\(boundAddress.host):\(boundAddress.port)"
    }
}
