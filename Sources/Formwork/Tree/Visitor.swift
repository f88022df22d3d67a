/// What a walk does at each leaf: rendering, binding and describing are visitors of one tree.
///
/// A component tells a visitor what it consists of, in the order of the page. Visitors that don't
/// render leave out the methods for markup.
public protocol Visitor: ~Copyable {
    /// Where components that are being composed read their `@Environment` properties.
    var ambient: AmbientEnvironment { get }

    /// Passes markup that was written by a programmer, never text from outside.
    ///
    /// - Parameter fixed: Markup whose elements balance over the component.
    mutating func markup(_ fixed: StaticString)

    /// Passes words that are shown as they are.
    ///
    /// - Parameter phrase: The words with people's text among them; all is escaped, and each of these
    ///   texts keeps its direction.
    mutating func text(_ phrase: borrowing Phrase)

    /// Passes an attribute of the element whose start tag is open.
    ///
    /// - Parameters:
    ///   - name: The attribute's name, such as `"href"`.
    ///   - value: Any text; it is quoted and escaped.
    mutating func attribute(_ name: StaticString, _ value: borrowing String)

    /// Passes the words of a heading of the whole page, beside its markup.
    ///
    /// - Parameter title: The words.
    mutating func heading(_ title: borrowing Phrase)

    /// Passes content that has been rendered before.
    ///
    /// - Parameter content: The content.
    mutating func content(_ content: RenderedContent)

    /// Visits a control.
    ///
    /// - Parameters:
    ///   - control: The control.
    ///   - environment: The values that hold for it.
    mutating func control<C: Control>(
        _ control: borrowing C, in environment: borrowing EnvironmentValues)

    /// Begins a form; its content follows.
    ///
    /// - Parameters:
    ///   - form: What the form says of itself.
    ///   - environment: The values that hold for it.
    mutating func beginForm(
        _ form: borrowing FormHeader, in environment: borrowing EnvironmentValues)

    /// Ends the form that was begun last.
    mutating func endForm()

    /// Visits a button, whose label and end tag follow.
    ///
    /// - Parameters:
    ///   - button: What the button does.
    ///   - environment: The values that hold for it.
    mutating func beginButton(
        _ button: borrowing ButtonTraits, in environment: borrowing EnvironmentValues)
}

extension Visitor where Self: ~Copyable {
    /// Leaves markup out.
    @inlinable public mutating func markup(_ fixed: StaticString) {}

    /// Leaves text out.
    @inlinable public mutating func text(_ phrase: borrowing Phrase) {}

    /// Passes a text of people that is shown as it is and keeps its direction.
    ///
    /// - Parameter value: Any text; it is escaped.
    @_disfavoredOverload
    @inlinable public mutating func text(_ value: some StringProtocol) {
        text(Phrase(String(value)))
    }

    /// Leaves an attribute out.
    @inlinable public mutating func attribute(_ name: StaticString, _ value: borrowing String) {}

    /// Passes an attribute that people read, such as `alt`.
    ///
    /// - Parameters:
    ///   - name: The attribute's name.
    ///   - words: The words, in which people's text keeps its direction.
    public mutating func attribute(_ name: StaticString, words: Phrase) {
        attribute(name, words.plainText)
    }

    /// Leaves rendered content out.
    @inlinable public mutating func content(_ content: RenderedContent) {}

    /// Takes no notice of headings.
    @inlinable public mutating func heading(_ title: borrowing Phrase) {}

    /// Takes no notice of where a form begins.
    @inlinable public mutating func beginForm(
        _ form: borrowing FormHeader, in environment: borrowing EnvironmentValues
    ) {}

    /// Takes no notice of where a form ends.
    @inlinable public mutating func endForm() {}

    /// Takes no notice of buttons.
    @inlinable public mutating func beginButton(
        _ button: borrowing ButtonTraits, in environment: borrowing EnvironmentValues
    ) {}
}
