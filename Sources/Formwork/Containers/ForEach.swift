/// One component for each element of a collection.
///
///     ForEach(books) { book in BookRow(book: book) }
public struct ForEach<Data: RandomAccessCollection, Content: Component>: Component {
    @usableFromInline let data: Data
    @usableFromInline let content: (Data.Element) -> Content

    /// Makes a component for each element.
    ///
    /// - Parameters:
    ///   - data: The elements.
    ///   - content: Makes the component of one element.
    @inlinable public init(
        _ data: Data, @ComponentBuilder content: @escaping (Data.Element) -> Content
    ) {
        self.data = data
        self.content = content
    }

    /// Makes and walks the components one by one.
    @inlinable public static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        for element in component.data {
            visitor.ambient.values = copy environment
            Content.walk(component.content(element), in: environment, &visitor)
        }
    }
}
