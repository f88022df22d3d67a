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
