/// Finds what a method and a path are for.
///
/// It is filled while it is a variable, and then kept as a constant:
///
///     var router = Router<Page>()
///     router.add(.get, "/books/{id}", .book)
package struct Router<Route: Sendable>: Sendable {
    /// What was found.
    package enum Match: Sendable {
        /// A route, with what its pattern's names stand for.
        case found(Route, RouteParameters)
        /// OPTIONS on a path that has routes: the methods for `Allow`.
        case options(allowed: [Method])
        /// The path has routes, none for the method: the methods for `Allow`.
        case methodNotAllowed(allowed: [Method])
        /// The path has no route.
        case notFound
    }

    private var tree = RouteTree()
    private var routes: [Route] = []

    /// A router without routes.
    package init() {}

    /// Adds a route; one that is there already is a mistake in the program.
    ///
    /// - Parameters:
    ///   - method: The method. A route for GET answers HEAD as well.
    ///   - pattern: A path such as `/books/{id}/edit`: a segment in braces stands for any one
    ///     segment that isn't empty. Plain segments go before those in braces.
    ///   - route: What is found.
    package mutating func add(_ method: Method, _ pattern: String, _ route: Route) {
        tree.add(method, pattern, route: routes.count)
        routes.append(route)
    }

    /// Finds the route for a request.
    ///
    /// - Parameters:
    ///   - method: The method of the request.
    ///   - segments: The decoded segments of its path.
    /// - Returns: The route, or why there is none.
    package func match(_ method: Method, _ segments: [String]) -> Match {
        guard let found = tree.find(segments) else { return .notFound }
        if let endpoint = found.endpoint(for: method) {
            return .found(
                routes[endpoint.route],
                RouteParameters(names: endpoint.names, values: found.values))
        }
        return method == .options
            ? .options(allowed: found.allowed) : .methodNotAllowed(allowed: found.allowed)
    }
}

/// What the names of a pattern stand for, in their order.
package struct RouteParameters: Sendable {
    private let names: [String]
    private let values: [String]

    init(names: [String], values: [String]) {
        self.names = names
        self.values = values
    }

    /// The segment that a parameter matched.
    ///
    /// - Parameter name: A name of the pattern, without its braces.
    /// - Returns: The decoded segment, never empty; nil for a name that the pattern hasn't.
    package subscript(name: String) -> String? {
        names.firstIndex(of: name).map { values[$0] }
    }
}
