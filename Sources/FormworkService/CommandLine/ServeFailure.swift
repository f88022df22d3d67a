internal import FormworkRecords
internal import FormworkServer
internal import FormworkStore
internal import System

/// Why a service can't run, with the exit code that says so (sysexits.h).
public struct ServeFailure: Error, Sendable, CustomStringConvertible {
    /// One line that names what is wrong.
    public let description: String
    /// The code that the process should end with.
    public let exitCode: Int32

    init(_ description: String, exitCode: Int32) {
        self.description = description
        self.exitCode = exitCode
    }

    /// What helps with damage in the folder of the records.
    static let remedyOfDamage =
        "nothing was changed on disk; check --accept takes what was edited by hand,"
        + " check --repair keeps all that is intact, --read-only serves it as it is"

    /// States a failure of the folder of the records; `subject` stands before it, such as `--data: `.
    init(_ error: FolderError, subject: String = "") {
        let code: Int32
        var remedy = ""
        switch error {
        case .damaged:
            code = ExitCode.badData
            remedy = "; \(Self.remedyOfDamage)"
        case .newerFormat: code = ExitCode.badData
        case .inUse: code = ExitCode.temporary
        case .overlapping: code = ExitCode.usage
        case .unusable(let error, _):
            code = error.isPermission ? ExitCode.noPermission : ExitCode.cantCreate
        case .invalid: code = ExitCode.cantCreate
        }
        self.init("\(subject)\(error)\(remedy)", exitCode: code)
    }

    /// States that records couldn't be read.
    init(_ error: ReadError) {
        if case .damaged = error {
            self.init("\(error); \(Self.remedyOfDamage)", exitCode: ExitCode.badData)
        } else {
            self.init("\(error)", exitCode: ExitCode.cantCreate)
        }
    }

    /// States that records couldn't be saved.
    init(_ error: CommitError) {
        if case .unreadable(let error) = error {
            self.init(error)
        } else {
            self.init("\(error)", exitCode: ExitCode.cantCreate)
        }
    }

    /// States that the address can't be used, or that the system fails.
    init(_ error: ServerError) {
        let code =
            switch error {
            case .addressInUse, .addressNotAvailable, .unknownHost, .unusableSocket:
                ExitCode.unavailable
            case .permissionDenied: ExitCode.noPermission
            case .system: ExitCode.system
            }
        self.init("\(error)", exitCode: code)
    }
}

/// The codes that the process ends with beside 0 and 1 (sysexits.h), as the README lists them.
enum ExitCode {
    /// The command line or a setting is wrong.
    static let usage: Int32 = 64
    /// Records are damaged, or were refused.
    static let badData: Int32 = 65
    /// There is no such file to read.
    static let noInput: Int32 = 66
    /// The address can't be used.
    static let unavailable: Int32 = 69
    /// The service is defined in a way that can't be, or fails by its own fault.
    static let software: Int32 = 70
    /// The system fails.
    static let system: Int32 = 71
    /// The folder of the records can't be made or used.
    static let cantCreate: Int32 = 73
    /// A file can't be read or written to its end.
    static let inputOutput: Int32 = 74
    /// Another process has the folder of the records.
    static let temporary: Int32 = 75
    /// A permission is missing.
    static let noPermission: Int32 = 77
}
