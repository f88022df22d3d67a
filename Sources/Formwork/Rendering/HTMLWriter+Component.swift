extension HTMLWriter {
    /// Writes a component without controls, such as the label of one.
    mutating func component<Content: Component>(
        _ content: borrowing Content, in environment: borrowing EnvironmentValues
    ) {
        var renderer = HTMLRenderer(
            FormState(), target: HTMLRenderer.Target(action: ""),
            ambient: AmbientEnvironment.current ?? AmbientEnvironment(copy environment),
            capacity: 256)
        Content.walk(content, in: environment, &renderer)
        append(renderer.finish())
    }
}
