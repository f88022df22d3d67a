/// The patterns of a router as a tree of their segments; routes are numbers here.
struct RouteTree: Sendable {
    /// A method of a path.
    struct Endpoint: Sendable {
        /// The method.
        let method: Method
        /// The names of the pattern, in their order.
        let names: [String]
        /// The number of the route.
        let route: Int
    }

    /// A path that has routes.
    struct Found: Sendable {
        /// Its methods.
        let endpoints: [Endpoint]
        /// What the names of its pattern stand for, in their order.
        let values: [String]

        /// The endpoint for a method; the endpoint for GET answers HEAD as well.
        func endpoint(for method: Method) -> Endpoint? {
            endpoints.first { $0.method == method }
                ?? (method == .head ? endpoints.first { $0.method == .get } : nil)
        }

        /// The methods of the path, with those that are answered without a route.
        var allowed: [Method] {
            var allowed: [Method] = []
            for endpoint in endpoints {
                allowed.append(endpoint.method)
                if endpoint.method == .get, !endpoints.contains(where: { $0.method == .head }) {
                    allowed.append(.head)
                }
            }
            if !allowed.contains(.options) { allowed.append(.options) }
            return allowed
        }
    }

    private struct Node: Sendable {
        var literals: [(segment: String, node: Int)] = []
        var parameter: Int?
        var endpoints: [Endpoint] = []

        func child(_ segment: String) -> Int? {
            // Bytes are compared: a name that Unicode holds equal is another path.
            for literal in literals where literal.segment.utf8.elementsEqual(segment.utf8) {
                return literal.node
            }
            return nil
        }
    }

    private var nodes = [Node()]

    /// Adds a method of a path.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - pattern: The path, its names in braces.
    ///   - route: The number of the route.
    mutating func add(_ method: Method, _ pattern: String, route: Int) {
        precondition(pattern.utf8.first == .slash, "a pattern begins with a solidus")
        var names: [String] = []
        var node = 0
        let path = pattern.dropFirst()
        let segments =
            path.isEmpty ? [] : path.split(omittingEmptySubsequences: false) { $0 == "/" }
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

    /// Finds a path.
    ///
    /// - Parameter segments: The decoded segments of the path.
    /// - Returns: The path's methods; nil when it has none.
    func find(_ segments: [String]) -> Found? {
        var values: [String] = []
        guard let node = find(segments[...], from: 0, &values) else { return nil }
        return Found(endpoints: nodes[node].endpoints, values: values)
    }

    /// Walks down; as deep as the longest pattern, whatever the path.
    private func find(
        _ segments: ArraySlice<String>, from node: Int, _ values: inout [String]
    ) -> Int? {
        guard let segment = segments.first else {
            return nodes[node].endpoints.isEmpty ? nil : node
        }
        if let child = nodes[node].child(segment),
            let found = find(segments.dropFirst(), from: child, &values)
        {
            return found
        }
        guard let child = nodes[node].parameter, !segment.isEmpty else { return nil }
        values.append(segment)
        if let found = find(segments.dropFirst(), from: child, &values) { return found }
        values.removeLast()
        return nil
    }

    private mutating func literalChild(_ segment: String, of node: Int) -> Int {
        if let child = nodes[node].child(segment) { return child }
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
}
