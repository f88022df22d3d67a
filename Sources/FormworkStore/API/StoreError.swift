internal import Groundwork
package import System

/// Why the store couldn't be opened, read or changed.
package enum StoreError: Error, Sendable, Equatable {
    /// Someone else changed the record first; `current` is what stands now.
    case conflict(current: StoredRecord?)
    /// There is no such record to change.
    case notFound(type: String, id: String)
    /// The change itself can't be carried out, such as a type that the store wasn't opened with.
    case invalid(reason: String)
    /// There is no room on the disk; nothing was saved, and the store heals by itself.
    case diskFull
    /// The kept files would have more bytes together than they may.
    case filesFull(quota: Int)
    /// The store may not write for now; nothing was saved.
    case readOnly(reason: String)
    /// A sync failed, so this process never writes again.
    ///
    /// Where the outcome is unknown, the change may or may not be there after a restart; else nothing
    /// was saved.
    case failed(reason: String, outcomeUnknown: Bool)
    /// The store was closed.
    case closed
    /// What is on disk isn't what was saved.
    case damaged(Damage)
    /// A newer version of the service wrote this.
    case newerFormat(path: String, found: Int, known: Int)
    /// Another process owns the folder.
    case inUse(folder: String, owner: String?)
    /// Two folders are the same, or one lies within the other, and neither may be.
    case overlapping(String, String)
    /// The folder can't be used; `advice` says what would help.
    case unusable(SystemError, advice: String)

    /// The exit code of a process that can't go on for this reason (sysexits.h; spec of the service).
    package var exitCode: Int32 {
        switch self {
        case .damaged, .newerFormat: 65
        case .inUse: 75
        case .overlapping: 64
        case .unusable(let error, _): error.isPermission ? 77 : 73
        case .conflict, .notFound, .invalid, .diskFull, .filesFull, .readOnly, .failed, .closed: 73
        }
    }
}

extension StoreError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .conflict(let current?):
            "\(current.type) \(current.id) was changed meanwhile: it is at revision \(current.revision)"
        case .conflict(nil): "the record was changed meanwhile"
        case .notFound(let type, let id): "there is no record \(id) in \(type)"
        case .invalid(let reason): reason
        case .diskFull: "not saved: the disk is full"
        case .filesFull(let quota):
            "not saved: the kept files may have \(quota) bytes together"
        case .readOnly(let reason): "not saved: \(reason)"
        case .failed(let reason, true): "it is not known whether it was saved: \(reason)"
        case .failed(let reason, false): "not saved: \(reason)"
        case .closed: "not saved: the store is closed"
        case .damaged(let damage): damage.description
        case .newerFormat(let path, let found, let known):
            "\(path) is of format \(found), and this version knows formats up to \(known):"
                + " start a newer version, nothing was changed"
        case .inUse(let folder, let owner):
            "\(folder) is in use by another process" + (owner.map { " (\($0))" } ?? "")
        case .overlapping(let folder, let other):
            "\(folder) and \(other) may neither be one folder nor lie in each other: name another"
        case .unusable(let error, let advice):
            "\(error.description)" + (advice.isEmpty ? "" : " (\(advice))")
        }
    }
}

/// A place in a file where what was saved can't be read back.
package struct Damage: Sendable, Equatable, CustomStringConvertible {
    /// The file.
    package var path: String
    /// The line, from 1; 0 where only the place in bytes is known.
    package var line: Int
    /// The place in bytes from the beginning of the file.
    package var offset: Int
    /// What is wrong with it.
    package var reason: String
    /// The id that can still be read there, if any.
    package var id: String?
    /// How many whole lines stand behind it in that file; `nil` where nobody has counted them.
    package var intactAfter: Int?

    /// Describes a damaged place.
    package init(
        path: String, line: Int, offset: Int, reason: String, id: String? = nil,
        intactAfter: Int? = nil
    ) {
        self.path = path
        self.line = line
        self.offset = offset
        self.reason = reason
        self.id = id
        self.intactAfter = intactAfter
    }

    /// The place in words: file, line where it is known, byte; of a whole file its path alone.
    package var place: String {
        if line == 0, offset == 0 { return path }
        return line > 0 ? "\(path):\(line) (byte \(offset))" : "\(path) (byte \(offset))"
    }

    package var description: String {
        let record = id.map { ", record \($0)" } ?? ""
        let rest = intactAfter.map {
            $0 == 1 ? "; 1 intact line follows" : "; \($0) intact lines follow"
        }
        return "\(place): \(reason)\(record)\(rest ?? ""); nothing was changed on disk;"
            + " check --accept takes what was edited by hand,"
            + " check --repair keeps all that is intact, --read-only serves it as it is"
    }
}

extension StoreError {
    /// Makes calls to the system for which there is no advice.
    static func wrapping<Result>(
        _ body: () throws(SystemError) -> Result
    ) throws(StoreError) -> Result {
        do {
            return try body()
        } catch {
            throw .unusable(error, advice: "")
        }
    }
}
