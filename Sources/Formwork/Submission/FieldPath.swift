internal import Groundwork
internal import System

/// The place of one field in its record, found again by the identity of its key-path object.
///
/// A key path's name costs microseconds to work out, so each step is kept under the key path that led
/// to it. Paths are shared by all threads.
public final class FieldPath: Sendable {
    /// The field's name in a form, such as `address.city`; empty for the record itself.
    public let name: String
    /// The name as submissions are searched for it.
    let rawName: RawText
    /// The name of each step; empty for the record itself.
    let components: [String]
    /// Whether every step is a stored property or was named by hand.
    let isNamed: Bool
    private let place: KeyPathObject

    private let steps = Lock(Steps())

    /// A key path to stored properties holds nothing but their places, so that threads may share it;
    /// the standard library doesn't mark it as sendable.
    private struct KeyPathObject: Hashable, @unchecked Sendable {
        let keyPath: AnyKeyPath
    }

    private struct Steps {
        var known: [ObjectIdentifier: FieldPath] = [:]
        var equal: [KeyPathObject: FieldPath] = [:]
        var named: [String: FieldPath] = [:]
        // Holds the objects whose identity `known` relies on.
        var held: [KeyPathObject] = []
    }

    /// The way from a record to the field.
    var keyPath: AnyKeyPath { place.keyPath }

    /// Key paths made in generic code are new objects each time; beyond this many only equality counts.
    private static let heldMost = 64

    private init(components: [String], isNamed: Bool, keyPath: AnyKeyPath) {
        self.components = components
        name = components.joined(separator: ".")
        rawName = RawText(name)
        self.isNamed = isNamed
        place = KeyPathObject(keyPath: keyPath)
    }

    /// Makes the path of a whole record.
    ///
    /// - Parameter record: The record's type.
    /// - Returns: A path without steps.
    static func root<Record>(of record: Record.Type) -> FieldPath {
        FieldPath(
            components: [], isNamed: true, keyPath: \Record.self as WritableKeyPath<Record, Record>)
    }

    /// Finds the path of a member.
    ///
    /// - Parameter step: The member's key path from the value here.
    /// - Returns: The member's path.
    func child(_ step: AnyKeyPath) -> FieldPath {
        let step = KeyPathObject(keyPath: step)
        return steps.withLock { steps in
            let identity = ObjectIdentifier(step.keyPath)
            if let path = steps.known[identity] { return path }
            let path = steps.equal[step] ?? makeChild(step.keyPath)
            steps.equal[step] = path
            if steps.held.count < Self.heldMost {
                steps.held.append(step)
                steps.known[identity] = path
            }
            return path
        }
    }

    /// Makes the same place under a name given by hand.
    ///
    /// - Parameter name: The name of the last step.
    /// - Returns: The named path.
    func named(_ name: String) -> FieldPath {
        steps.withLock { steps in
            if let path = steps.named[name] { return path }
            let path = FieldPath(
                components: components.dropLast() + [name], isNamed: true, keyPath: keyPath)
            if steps.named.count < Self.heldMost { steps.named[name] = path }
            return path
        }
    }

    private func makeChild(_ step: AnyKeyPath) -> FieldPath {
        let name = Self.name(of: step)
        let whole = keyPath.appending(path: step)
        return FieldPath(
            components: components + [name ?? step.debugDescription],
            isNamed: isNamed && name != nil && whole != nil, keyPath: whole ?? step)
    }

    /// Reads the name off a key path: `\Book.title` for a stored property, also in release builds;
    /// a computed property has none.
    private static func name(of step: AnyKeyPath) -> String? {
        let description = step.debugDescription
        guard let dot = description.firstIndex(of: "."),
            !description.utf8.contains(UInt8(ascii: "<"))
        else {
            return nil
        }
        let name = description[description.index(after: dot)...].filter { $0 != "?" }
        return name.isEmpty ? nil : name
    }
}

extension FieldPath {
    /// The field's place in a JSON document (RFC 6901), such as `/address/city`.
    public var pointer: String {
        var pointer: [UInt8] = []
        for step in components {
            pointer.append(UInt8(ascii: "/"))
            for byte in step.utf8 {
                switch byte {
                case UInt8(ascii: "~"): pointer.append(contentsOf: "~0".utf8)
                case UInt8(ascii: "/"): pointer.append(contentsOf: "~1".utf8)
                default: pointer.append(byte)
                }
            }
        }
        return String(decoding: pointer, as: UTF8.self)
    }
}
