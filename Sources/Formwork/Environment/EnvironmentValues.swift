/// A value that trickles down the tree under a key of its own.
///
///     struct ReadingLevel: EnvironmentKey {
///         static var defaultValue: Int { 1 }
///     }
///
///     extension EnvironmentValues {
///         var readingLevel: Int {
///             get { self[ReadingLevel.self] }
///             set { self[ReadingLevel.self] = newValue }
///         }
///     }
public protocol EnvironmentKey {
    /// The type of the value.
    associatedtype Value

    /// The value where nothing has been set.
    static var defaultValue: Value { get }
}

/// What holds at one place of the tree; the nearest setting above it wins.
public struct EnvironmentValues {
    /// Whether controls must be filled in.
    public var isMandatory = false
    /// Whether text fields do without their clear button.
    public var clearButtonHidden = false
    /// Whether buttons are shown without effect.
    public var isDisabled = false
    /// How a toggle looks.
    public var toggleStyle = ToggleStyle.switch
    /// The rules that hold for every text field here, before the field's own.
    public var textRules: [TextRule] = []
    /// The words of the built-in messages.
    public var messages: Messages {
        get { words.messages }
        set { words = Words(newValue) }
    }
    // Many closures; held by reference, since an environment is copied often.
    private(set) var words = Words.english
    /// Whether text stands within a line, as in a button's label.
    @usableFromInline var isInline = false

    private var custom: [ObjectIdentifier: Any] = [:]

    /// Makes an environment in which nothing is set.
    public init() {}

    /// The value of a key.
    ///
    /// - Parameter key: The key's type.
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { custom[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set { custom[ObjectIdentifier(key)] = newValue }
    }
}
