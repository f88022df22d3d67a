internal import Glibc

/// An IPv4 or IPv6 address with a port, as the system keeps it.
package struct SocketAddress: Sendable {
    private var storage = sockaddr_storage()
    private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

    /// The address family, as socket(2) wants it.
    package var family: Int32 { Int32(storage.ss_family) }

    /// Resolves a host, which is an address or a name, to the addresses it stands for.
    ///
    /// - Parameters:
    ///   - host: `127.0.0.1`, `::1`, `[::1]`, `localhost`.
    ///   - port: 0 to 65535.
    /// - Returns: At least one address.
    /// - Throws: ``UnknownHost``.
    package static func resolve(host: String, port: Int) throws(UnknownHost) -> [SocketAddress] {
        let isBracketed =
            host.utf8.first == UInt8(ascii: "[") && host.utf8.last == UInt8(ascii: "]")
        let name = isBracketed ? String(host.dropFirst().dropLast()) : host
        var hints = unsafe addrinfo()
        unsafe hints.ai_family = AF_UNSPEC
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        let result = unsafe getaddrinfo(name, String(port), &hints, &list)
        guard result == 0 else {
            let reason = unsafe String(cString: gai_strerror(result))
            throw UnknownHost(host: host, reason: reason)
        }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var next = unsafe list
        while let entry = unsafe next {
            unsafe addresses.append(
                SocketAddress(copying: entry.pointee.ai_addr, length: entry.pointee.ai_addrlen))
            unsafe next = entry.pointee.ai_next
        }
        return addresses
    }

    /// Room for an address that the system will fill in.
    package init() {}

    private init(copying address: UnsafeMutablePointer<sockaddr>, length: socklen_t) {
        let count = min(Int(length), MemoryLayout<sockaddr_storage>.size)
        unsafe withUnsafeMutableBytes(of: &storage) { bytes in
            unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(start: address, count: count))
        }
        self.length = socklen_t(count)
    }

    /// The numeric host and the port; an IPv4 address within IPv6 reads as the IPv4 address it is.
    package var parts: (host: String, port: Int) {
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        var service = [CChar](repeating: 0, count: Int(NI_MAXSERV))
        let result = unsafe withPointer { address, length in
            unsafe getnameinfo(
                address, length, &host, socklen_t(host.count), &service, socklen_t(service.count),
                NI_NUMERICHOST | NI_NUMERICSERV)
        }
        guard result == 0 else { return ("", 0) }
        let text = Self.text(host)
        let mapped = "::ffff:"
        let isMapped = text.hasPrefix(mapped) && text.utf8.contains(UInt8(ascii: "."))
        return (
            isMapped ? String(text.dropFirst(mapped.utf8.count)) : text,
            Int(Self.text(service)) ?? 0
        )
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Lends the address to a call of the system.
    func withPointer<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        unsafe withUnsafePointer(to: storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe body(address, length)
            }
        }
    }

    /// Lets a call of the system fill the address in.
    mutating func withMutableStorage<Result>(
        _ body: (UnsafeMutablePointer<sockaddr_storage>, UnsafeMutablePointer<socklen_t>) -> Result
    ) -> Result {
        length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutablePointer(to: &storage) { storage in
            unsafe withUnsafeMutablePointer(to: &length) { length in
                unsafe body(storage, length)
            }
        }
    }

    /// Lets a call that wants a plain socket address fill it in.
    mutating func withMutablePointer<Result>(
        _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Result
    ) -> Result {
        unsafe withMutableStorage { storage, length in
            unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe body(address, length)
            }
        }
    }
}

/// A host that stands for no address.
package struct UnknownHost: Error {
    /// The host.
    package let host: String
    /// What the resolver said.
    package let reason: String
}
