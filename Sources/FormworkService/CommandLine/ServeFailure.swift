internal import FormworkServer
internal import FormworkStore

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

    /// States a failure of the store; `subject` stands before it, such as `--data: `.
    init(_ error: StoreError, subject: String = "") {
        self.init("\(subject)\(error)", exitCode: error.exitCode)
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
    /// A permission is missing.
    static let noPermission: Int32 = 77
}
