internal import FormworkHTTP

/// The kinds of content in which a page or a record can be answered.
enum ContentKind: Sendable, Equatable {
    /// A page for a browser.
    case html
    /// A document for a program.
    case json
    /// Lines for a terminal.
    case text

    /// The kind that a client likes best.
    ///
    /// - Parameters:
    ///   - accept: The value of `Accept`; `nil` where there is none.
    ///   - order: Decides where the client likes several kinds equally.
    /// - Returns: `nil` where the client takes none of the kinds.
    static func preferred(_ accept: String?, _ order: Order) -> ContentKind? {
        guard let type = Accept.preferred(accept, among: order.types) else { return nil }
        if type.isSameKind(as: .html) { return .html }
        return type.isSameKind(as: .plainText) ? .text : .json
    }

    /// The kinds in the order in which the service prefers them.
    struct Order: Sendable {
        fileprivate let types: [MediaType]

        /// For most requests.
        static let pageFirst = Order(types: [.html, .json, .problemJSON, .plainText])
        /// For a request that brings a document: the answer to a program.
        static let documentFirst = Order(types: [.json, .problemJSON, .html, .plainText])
        /// For a request that couldn't be read.
        static let textFirst = Order(types: [.plainText, .html, .problemJSON, .json])
    }
}
