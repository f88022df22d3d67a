internal import Groundwork

/// What makes of an older version's objects those of this version, one version at a time.
///
/// A line, a header or an operation of a transaction is lifted whenever it is read; in its file it
/// stays as it is until a compaction writes the records of its type anew. Checksums and the list of a
/// transaction's operations are the same in every version, so that each can be checked and found.
///
///     Upcasters([1: { object in … }])   // a line of version 1 becomes one of version 2
struct Upcasters: Sendable {
    /// Makes of an object of one version one of the next; it depends on nothing else.
    ///
    /// The operations of a transaction are lifted each for itself.
    typealias Step = @Sendable (JSON.Object) -> JSON.Object

    private let steps: [Int: Step]

    /// The steps from all versions that were ever written; the first is still the newest.
    static let all = Upcasters([:])

    /// Names the steps.
    ///
    /// - Parameter steps: Each by the version that it begins with; none may be missing up to the
    ///   newest.
    init(_ steps: [Int: Step]) {
        self.steps = steps
    }

    /// Whether there is no older version than the one that is written.
    var isEmpty: Bool { steps.isEmpty }

    /// Lifts an object whose checksum is right.
    ///
    /// - Parameters:
    ///   - bytes: The bytes in which it stands.
    ///   - range: Where it stands, from brace to brace.
    ///   - version: Its version; an operation that says none is of the first.
    /// - Returns: The object as this version writes it, sealed; `nil` where it is that already.
    /// - Throws: `.newer`, or that the object can't be lifted.
    func lift(
        _ bytes: Span<UInt8>, in range: Range<Int>, from version: Int?
    ) throws(JournalLine.Failure) -> [UInt8]? {
        let version = version ?? Self.unsaid
        guard version != JournalFormat.version else { return nil }
        guard version < JournalFormat.version else { throw .newer(version) }
        let text = range.map { bytes[$0] }
        guard let value = try? JSON.parse(text, maximumDepth: StoredRecord.deepestLine),
            case .object(let object) = value
        else { throw .unreadable("it is of version \(version), but no JSON") }
        let lifted = try lift(object)
        return Seal.renewed(JSON.object(lifted).bytes)
    }

    private func lift(_ object: JSON.Object) throws(JournalLine.Failure) -> JSON.Object {
        var object = object
        var version = Self.unsaid
        if case .number(let number)? = object["v"], let said = number.int { version = said }
        while version < JournalFormat.version {
            guard let step = steps[version] else {
                throw .unreadable("version \(version) was never written")
            }
            object = step(object)
            version += 1
            object["v"] = .number(JSON.Number(version))
        }
        guard case .array(var operations)? = object["ops"] else { return object }
        for (index, operation) in operations.enumerated() {
            guard case .object(let inner) = operation else { continue }
            operations[index] = .object(try lift(inner))
        }
        object["ops"] = .array(operations)
        return object
    }

    /// The version of an operation that says none, as those of the first don't.
    private static let unsaid = 1
}
