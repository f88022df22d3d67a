/// A component below which some values of the environment differ.
public struct EnvironmentModifier<Content: Component>: Component {
    @usableFromInline let content: Content
    @usableFromInline let change: (inout EnvironmentValues) -> Void

    @inlinable init(
        _ content: consuming Content, _ change: @escaping (inout EnvironmentValues) -> Void
    ) {
        self.content = content
        self.change = change
    }

    /// Walks the content in the changed environment.
    @inlinable public static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        var changed = copy environment
        component.change(&changed)
        Content.walk(component.content, in: changed, &visitor)
    }
}

extension Component {
    /// Sets a value of the environment for this component and all in it.
    ///
    ///     Section("Address") { … }.environment(\.clearButtonHidden, true)
    ///
    /// - Parameters:
    ///   - keyPath: The value's place in the environment.
    ///   - value: What holds from here on down.
    /// - Returns: The component in that environment.
    @inlinable public consuming func environment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
    ) -> EnvironmentModifier<Self> {
        EnvironmentModifier(self) { $0[keyPath: keyPath] = value }
    }

    /// Says that the controls here must be filled in; the nearest setting wins.
    ///
    /// - Parameter value: Whether they must.
    /// - Returns: The component in that environment.
    @inlinable public consuming func isMandatory(_ value: Bool = true) -> EnvironmentModifier<Self>
    {
        EnvironmentModifier(self) { $0.isMandatory = value }
    }

    /// Hides the clear buttons of the text fields here; the nearest setting wins.
    ///
    /// - Parameter value: Whether they are hidden.
    /// - Returns: The component in that environment.
    @inlinable public consuming func clearButtonHidden(_ value: Bool = true) -> EnvironmentModifier<
        Self
    > {
        EnvironmentModifier(self) { $0.clearButtonHidden = value }
    }

    /// Shows the buttons here without effect.
    ///
    /// - Parameter value: Whether they have no effect.
    /// - Returns: The component in that environment.
    @inlinable public consuming func disabled(_ value: Bool = true) -> EnvironmentModifier<Self> {
        EnvironmentModifier(self) { $0.isDisabled = value }
    }

    /// Sets the look of the toggles here.
    ///
    /// - Parameter style: The look.
    /// - Returns: The component in that environment.
    @inlinable public consuming func toggleStyle(_ style: ToggleStyle) -> EnvironmentModifier<Self>
    {
        EnvironmentModifier(self) { $0.toggleStyle = style }
    }

    /// Adds a rule to every text field here, before the fields' own rules.
    ///
    /// - Parameter rule: The rule.
    /// - Returns: The component in that environment.
    @inlinable public consuming func onValidate(_ rule: TextRule) -> EnvironmentModifier<Self> {
        EnvironmentModifier(self) { $0.textRules.append(rule) }
    }

    /// Adds a rule of your own to every text field here, before the fields' own rules.
    ///
    /// - Parameter check: Judges the text, which is normalised and not empty.
    /// - Returns: The component in that environment.
    @inlinable public consuming func onValidate(
        _ check: @escaping @Sendable (String) -> Validation
    ) -> EnvironmentModifier<Self> {
        onValidate(.custom(check))
    }
}
