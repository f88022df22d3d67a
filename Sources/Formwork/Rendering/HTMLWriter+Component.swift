extension HTMLWriter {
    /// Writes a component without controls, such as the label of one.
    mutating func component<Content: Component>(
        _ content: borrowing Content, in environment: borrowing EnvironmentValues
    ) {
        let ambient = AmbientEnvironment.current ?? AmbientEnvironment(copy environment)
        var visitor = LabelRenderer(ambient: ambient)
        swap(&self, &visitor.html)
        Content.walk(content, in: environment, &visitor)
        swap(&self, &visitor.html)
    }
}

/// The visitor that writes what stands on a control; a control in there would never be bound, so it
/// isn't shown.
private struct LabelRenderer: ~Copyable, Visitor {
    let ambient: AmbientEnvironment
    var html = HTMLWriter()

    init(ambient: AmbientEnvironment) {
        self.ambient = ambient
    }

    mutating func markup(_ fixed: StaticString) { html.markup(fixed) }

    mutating func text(_ phrase: borrowing Phrase) { html.text(phrase) }

    mutating func attribute(_ name: StaticString, _ value: borrowing String) {
        html.attribute(name, value)
    }

    mutating func content(_ content: RenderedContent) { html.append(content) }

    mutating func control<C: Control>(
        _ control: borrowing C, in environment: borrowing EnvironmentValues
    ) {}
}

extension RenderedContent {
    /// Renders a component that holds no form.
    ///
    /// - Parameter component: The component.
    public init(_ component: some Component) {
        self.init(component, target: HTMLRenderer.Target(action: ""))
    }

    /// Renders a component whose form holds buttons and links alone.
    ///
    /// - Parameters:
    ///   - component: The component.
    ///   - target: Where its form leads.
    package init(_ component: some Component, target: HTMLRenderer.Target) {
        let environment = EnvironmentValues()
        let ambient = AmbientEnvironment(environment)
        var renderer = HTMLRenderer(
            FormState(), target: target, ambient: ambient, capacity: 4_096)
        AmbientEnvironment.$current.withValue(ambient) {
            type(of: component).walk(component, in: environment, &renderer)
        }
        self = renderer.finish()
    }
}
