/// How messages speak of a field whose name came from outside.
enum FieldWords {
    private static let longestName = 100

    /// The field by its name, where that is a text that can be shown.
    ///
    /// - Parameter name: The name, with U+FFFD for what isn't UTF-8.
    /// - Returns: Words such as "the field title", without the name where it's long or holds control
    ///   characters, as bytes that are no text do.
    static func field(_ name: String) -> String {
        let isShown =
            name.utf8.count <= longestName
            && name.unicodeScalars.allSatisfy {
                $0.properties.generalCategory != .control
            }
        return isShown ? "the field \(name)" : "a field"
    }
}
