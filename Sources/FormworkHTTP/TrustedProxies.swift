import Groundwork

/// The proxies in front of the service whose `X-Forwarded-For`, `-Proto` and `-Host` are believed.
///
/// Each proxy appends to what it was sent, so only what stands last is its own word; what stands
/// before may be anybody's invention.
package struct TrustedProxies: Sendable {
    private let ranges: [IPAddressRange]

    /// Trusts the proxies at some addresses.
    ///
    /// - Parameter ranges: The addresses; without any, nobody's word counts.
    package init(_ ranges: [IPAddressRange] = []) {
        self.ranges = ranges
    }

    /// Says of a request from a trusted proxy who sent it to the proxy, how, and to which host.
    ///
    /// - Parameter request: The request, whose `peer` is where the connection comes from. It becomes
    ///   the right-most address that isn't trusted, or the left-most of all where every one is; an
    ///   element that is no address hides what stands before it.
    package func complete(_ request: inout Request) {
        defer { request.client = client(request.peer) }
        guard !ranges.isEmpty, isTrusted(request.peer) else { return }
        for element in Self.elements(.xForwardedFor, of: request).reversed() {
            guard let address = Self.address(in: element) else { break }
            request.peer = address
            guard isTrusted(address) else { break }
        }
        switch Self.elements(.xForwardedProto, of: request).last.map({
            RawText(ASCII.lowercased($0))
        }) {
        case "https": request.isSecure = true
        case "http": request.isSecure = false
        default: break
        }
        if let host = Self.elements(.xForwardedHost, of: request).last, Authority(host) != nil {
            request.forwardedAuthority = host
        }
    }

    /// The address against whose share a request counts.
    ///
    /// - Parameter peer: The address, as ``Request/peer`` tells it.
    /// - Returns: The client; nil for a trusted proxy that doesn't say for whom it asks, since no share
    ///   of one client may bind all that come through it, and for what is no address.
    package func client(_ peer: String) -> IPAddress? {
        guard let address = IPAddress(peer), !ranges.contains(where: { $0.contains(address) })
        else {
            return nil
        }
        return address.client
    }

    private func isTrusted(_ text: String) -> Bool {
        guard let address = IPAddress(text) else { return false }
        return ranges.contains { $0.contains(address) }
    }

    private static func elements(_ name: HeaderName, of request: Request) -> [String] {
        guard let list = request.headers.list(name) else { return [] }
        let span = list.utf8Span.span
        var elements: [String] = []
        ListElements.forEach(span, in: 0..<span.count) { elements.append(span.text(in: $0)) }
        return elements
    }

    /// The address in an element, which some proxies write with brackets and a port.
    private static func address(in element: String) -> String? {
        if IPAddress(element) != nil { return ASCII.lowercased(element) }
        guard let host = Authority(element)?.unbracketedHost else { return nil }
        return IPAddress(host).map { _ in host }
    }
}
