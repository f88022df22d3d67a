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

    private struct Endpoint: Sendable {
        let method: Method
        let names: [String]
        let route: Route
    }

    private struct Node: Sendable {
        var literals: [(segment: String, node: Int)] = []
        var parameter: Int?
        var endpoints: [Endpoint] = []
    }

    private var nodes = [Node()]

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
        precondition(pattern.utf8.first == .slash, "a pattern begins with a solidus")
        var names: [String] = []
        var node = 0
        let segments =
            pattern == "/"
            ? [] : pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for segment in segments {
            if segment.first == "{", segment.last == "}" {
                names.append(String(segment.dropFirst().dropLast()))
                node = parameterChild(of: node)
            } else {
                node = literalChild(String(segment), of: node)
            }
        }
        precondition(
            !nodes[node].endpoints.contains { $0.method == method },
            "\(method) \(pattern) has a route already")
        nodes[node].endpoints.append(Endpoint(method: method, names: names, route: route))
    }

    /// Finds the route for a request.
    ///
    /// - Parameters:
    ///   - method: The method of the request.
    ///   - segments: The decoded segments of its path.
    /// - Returns: The route, or why there is none.
    package func match(_ method: Method, _ segments: [String]) -> Match {
        var values: [String] = []
        guard let node = find(segments[...], from: 0, &values) else { return .notFound }
        let endpoints = nodes[node].endpoints
        let endpoint =
            endpoints.first { $0.method == method }
            ?? (method == .head ? endpoints.first { $0.method == .get } : nil)
        if let endpoint {
            return .found(endpoint.route, RouteParameters(names: endpoint.names, values: values))
        }
        let allowed = Router.allowed(endpoints.map(\.method))
        return method == .options ? .options(allowed: allowed) : .methodNotAllowed(allowed: allowed)
    }

    /// Adds the methods that every path answers to those that it was given.
    private static func allowed(_ methods: [Method]) -> [Method] {
        var allowed: [Method] = []
        for method in methods where !allowed.contains(method) {
            allowed.append(method)
            if method == .get, !methods.contains(.head) { allowed.append(.head) }
        }
        if !allowed.contains(.options) { allowed.append(.options) }
        return allowed
    }

    private mutating func literalChild(_ segment: String, of node: Int) -> Int {
        if let child = nodes[node].literals.first(where: { $0.segment == segment }) {
            return child.node
        }
        nodes.append(Node())
        nodes[node].literals.append((segment, nodes.count - 1))
        return nodes.count - 1
    }

    private mutating func parameterChild(of node: Int) -> Int {
        if let child = nodes[node].parameter { return child }
        nodes.append(Node())
        nodes[node].parameter = nodes.count - 1
        return nodes.count - 1
    }

    /// Walks down; as deep as the longest pattern, whatever the path.
    private func find(
        _ segments: ArraySlice<String>, from node: Int, _ values: inout [String]
    ) -> Int? {
        guard let segment = segments.first else {
            return nodes[node].endpoints.isEmpty ? nil : node
        }
        if let child = nodes[node].literals.first(where: { $0.segment == segment }),
            let found = find(segments.dropFirst(), from: child.node, &values)
        {
            return found
        }
        guard let child = nodes[node].parameter, !segment.isEmpty else { return nil }
        values.append(segment)
        if let found = find(segments.dropFirst(), from: child, &values) { return found }
        values.removeLast()
        return nil
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

    /// The segment that a name stands for.
    ///
    /// - Parameter name: A name of the pattern, without its braces.
    /// - Returns: The decoded segment, never empty; nil for a name that the pattern hasn't.
    package subscript(name: String) -> String? {
        names.firstIndex(of: name).map { values[$0] }
    }
}
