/// A record while a form is walked: what its bindings read, and what a submission makes of it.
///
/// Bodies read `record`, which doesn't change during a walk; a submission writes `pending`.
public class AnyDraft {
    func value<Value>(at path: FieldPath) -> Value {
        preconditionFailure("a draft of no record is never made")
    }

    func setPending<Value>(_ value: Value, at path: FieldPath) {
        preconditionFailure("a draft of no record is never made")
    }

    func unchangedValue<Value>(at path: FieldPath) -> Value {
        preconditionFailure("a draft of no record is never made")
    }
}

/// A record of one type while a form is walked.
final class Draft<Record>: AnyDraft {
    /// What bindings read.
    private(set) var record: Record
    /// What a submission has been bound to so far.
    private(set) var pending: Record
    private let base: Record
    let root: FieldPath

    init(_ record: Record, root: FieldPath) {
        self.record = record
        self.pending = record
        self.base = record
        self.root = root
    }

    var binding: Binding<Record> { Binding(draft: self, path: root) }

    /// Shows bindings what has been bound, and starts once more from the record as it was.
    func advance() {
        record = pending
        pending = base
    }

    // A path below this draft's root was made by appending steps of the right types to it, in
    // `Binding`, so that its key path always leads from `Record` to `Value`.
    override func value<Value>(at path: FieldPath) -> Value {
        unsafe record[
            keyPath: unsafeDowncast(path.keyPath, to: WritableKeyPath<Record, Value>.self)]
    }

    override func unchangedValue<Value>(at path: FieldPath) -> Value {
        unsafe base[keyPath: unsafeDowncast(path.keyPath, to: WritableKeyPath<Record, Value>.self)]
    }

    override func setPending<Value>(_ value: Value, at path: FieldPath) {
        unsafe pending[
            keyPath: unsafeDowncast(path.keyPath, to: WritableKeyPath<Record, Value>.self)] = value
    }
}
