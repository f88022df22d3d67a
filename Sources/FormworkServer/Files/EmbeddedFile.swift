/// A file that the program carries within itself.
package struct EmbeddedFile: Sendable {
    /// The name it is served by, folders with a solidus: `formwork.css`, `images/logo.svg`.
    package let name: String
    /// What is in it.
    package let bytes: [UInt8]

    /// Makes one.
    ///
    /// - Parameters:
    ///   - name: The name it is served by, without a solidus in front.
    ///   - bytes: What is in it.
    package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}
