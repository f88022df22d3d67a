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
