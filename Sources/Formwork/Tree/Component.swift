/// A piece of a form or a page: a value that says what it consists of.
///
/// Compose components in `body`; the tree that results is walked once by each visitor, which renders
/// it, binds a submission to it, validates it or describes it.
///
///     struct Greeting: Component {
///         let name: String
///
///         var body: some Component {
///             Text("Good morning, \(name)").font(.headline)
///         }
///     }
public protocol Component {
    /// The type of the composed content, inferred from `body`.
    associatedtype Body: Component

    /// The content of this component.
    @ComponentBuilder var body: Body { get }

    /// Shows `visitor` what this component consists of.
    ///
    /// Components that have a `body` get this for nothing; only the leaves of a tree write it.
    ///
    /// - Parameters:
    ///   - component: The component to walk, borrowed so that no level of the tree is copied.
    ///   - environment: The values that hold here.
    ///   - visitor: What is done at each leaf.
    static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    )
}

extension Component {
    /// Walks the body of a composed component, whose `@Environment` properties see `environment`.
    @inlinable public static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        visitor.ambient.values = copy environment
        Body.walk(component.body, in: environment, &visitor)
    }
}

extension Component where Body == Never {
    /// A leaf has no body: it writes its own `walk`.
    public var body: Never { preconditionFailure("\(Self.self) is a leaf: it is walked, not read") }
}

extension Never: Component {
    /// Nothing composes a value that doesn't exist.
    public typealias Body = Never

    /// Never reached: no value of this type exists.
    public static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Never, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {}
}
