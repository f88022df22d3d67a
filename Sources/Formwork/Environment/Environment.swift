/// Reads a value of the environment inside a component's `body`.
///
///     struct Star: Component {
///         @Environment(\.isMandatory) var isMandatory
///
///         var body: some Component {
///             if isMandatory { Text("*") }
///         }
///     }
@propertyWrapper public struct Environment<Value> {
    private let keyPath: KeyPath<EnvironmentValues, Value>

    /// Names the value.
    ///
    /// - Parameter keyPath: The value's place in the environment.
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
        self.keyPath = keyPath
    }

    /// The value where the component stands; outside a walk, the default.
    public var wrappedValue: Value {
        AmbientEnvironment.current?.values[keyPath: keyPath]
            ?? EnvironmentValues()[keyPath: keyPath]
    }
}

/// The environment of the component that a walk is composing.
///
/// One is bound for each walk, because a task-local value costs more to bind than a level of the tree.
/// It is used by the thread of that walk alone, which is why it may be marked as sendable.
public final class AmbientEnvironment: @unchecked Sendable {
    @TaskLocal static var current: AmbientEnvironment?

    /// What holds where the walk is.
    public var values: EnvironmentValues

    init(_ values: EnvironmentValues) {
        self.values = values
    }
}
