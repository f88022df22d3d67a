internal import FormworkRecords
internal import Groundwork
package import System

/// Why the folder of a store can't be opened, checked, copied or written anew.
package enum FolderError: Error, Sendable, Equatable {
    /// It can't be done as it is asked for, such as with a type that can't be the name of a file.
    case invalid(reason: String)
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
}

extension FolderError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .invalid(let reason): reason
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

extension ReadError {
    /// States why a record of a folder can't be read.
    init(_ error: FolderError) {
        if case .damaged = error {
            self = .damaged(reason: error.description)
        } else {
            self = .failed(reason: error.description)
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
        return "\(place): \(reason)\(record)\(rest ?? "")"
    }
}

extension FolderError {
    /// Makes calls to the system for which there is no advice.
    static func wrapping<Result>(
        _ body: () throws(SystemError) -> Result
    ) throws(FolderError) -> Result {
        do {
            return try body()
        } catch {
            throw .unusable(error, advice: "")
        }
    }
}
