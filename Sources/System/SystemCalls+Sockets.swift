internal import CFormwork
internal import Glibc

extension SystemCalls {
    /// What a transfer of bytes came to.
    private static func transfer(_ result: Int) -> Transfer {
        if result >= 0 { return .bytes(result) }
        return errno == EAGAIN ? .wouldBlock : .failed(errno)
    }

    /// Reads what has come into the front of a buffer.
    package static func receive(_ socket: Int32, into buffer: inout [UInt8]) -> Transfer {
        unsafe buffer.withUnsafeMutableBytes { bytes in
            transfer(retrying { unsafe recv(socket, bytes.baseAddress, bytes.count, 0) })
        }
    }

    /// Sends bytes; `more` says that others follow at once.
    package static func send(_ socket: Int32, _ bytes: Span<UInt8>, more: Bool) -> Transfer {
        let flags = Int32(MSG_NOSIGNAL) | (more ? Int32(MSG_MORE) : 0)
        return unsafe bytes.withUnsafeBytes { bytes in
            transfer(
                retrying { unsafe Glibc.send(socket, bytes.baseAddress, bytes.count, flags) })
        }
    }

    /// Sends two runs of bytes in one call.
    package static func send(_ socket: Int32, _ first: Span<UInt8>, _ second: Span<UInt8>)
        -> Transfer
    {
        unsafe first.withUnsafeBytes { first in
            unsafe second.withUnsafeBytes { second in
                let vectors: InlineArray<2, iovec> = unsafe [
                    iovec(
                        iov_base: UnsafeMutableRawPointer(mutating: first.baseAddress),
                        iov_len: first.count),
                    iovec(
                        iov_base: UnsafeMutableRawPointer(mutating: second.baseAddress),
                        iov_len: second.count),
                ]
                return unsafe vectors.span.withUnsafeBufferPointer { vectors in
                    var message = unsafe msghdr()
                    unsafe message.msg_iov = UnsafeMutablePointer(mutating: vectors.baseAddress)
                    unsafe message.msg_iovlen = vectors.count
                    return transfer(
                        retrying {
                            unsafe sendmsg(socket, &message, Int32(MSG_NOSIGNAL))
                        })
                }
            }
        }
    }

    /// Sends bytes of a file without copying them through the process.
    package static func sendFile(
        _ file: Int32, from offset: Int, count: Int, to socket: Int32
    ) -> Transfer {
        var position = off_t(offset)
        return transfer(
            retrying { unsafe sendfile(socket, file, &position, count) })
    }

    /// Tells the peer that nothing more follows; reading goes on.
    package static func finishSending(_ socket: Int32) {
        _ = shutdown(socket, Int32(SHUT_WR))
    }

    /// A socket that listens at one address, non-blocking, without delay for small answers.
    ///
    /// Accepted connections inherit TCP_NODELAY from it, so none needs a call of its own.
    package static func listen(at address: SocketAddress) throws(SystemError) -> Descriptor {
        let kind =
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            | Int32(SOCK_CLOEXEC.rawValue)
        let listener = try made(socket(address.family, kind, 0), by: "socket")
        setOption(listener.number, SOL_SOCKET, SO_REUSEADDR)
        setOption(listener.number, Int32(IPPROTO_TCP), TCP_NODELAY)
        let bound = unsafe address.withPointer { pointer, length in
            unsafe bind(listener.number, pointer, length)
        }
        guard bound == 0 else { throw SystemError(call: "bind", code: errno) }
        guard Glibc.listen(listener.number, 4096) == 0 else {
            throw SystemError(call: "listen", code: errno)
        }
        return listener
    }

    /// Makes a socket that another process has opened ready for this server: non-blocking, closed on
    /// exec, without delay for small answers.
    ///
    /// - Returns: False when it isn't a stream socket that listens at an IPv4 or IPv6 address.
    package static func adoptListener(_ number: Int32) -> Bool {
        guard option(number, SO_ACCEPTCONN) == 1,
            option(number, SO_TYPE) == Int32(SOCK_STREAM.rawValue),
            [AF_INET, AF_INET6].contains(option(number, SO_DOMAIN))
        else { return false }
        setOption(number, Int32(IPPROTO_TCP), TCP_NODELAY)
        return fcntl(number, F_SETFD, FD_CLOEXEC) == 0
            && fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) == 0
    }

    /// The value of an option of a socket; -1 when the descriptor is none.
    private static func option(_ socket: Int32, _ option: Int32) -> Int32 {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        let result = unsafe getsockopt(socket, SOL_SOCKET, option, &value, &length)
        return result == 0 ? value : -1
    }

    private static func setOption(_ socket: Int32, _ level: Int32, _ option: Int32) {
        var on: Int32 = 1
        _ = unsafe setsockopt(socket, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    /// The address a socket is bound to.
    package static func localAddress(of socket: Int32) throws(SystemError) -> SocketAddress {
        var address = SocketAddress()
        let result = unsafe address.withMutablePointer { pointer, length in
            unsafe getsockname(socket, pointer, length)
        }
        guard result == 0 else { throw SystemError(call: "getsockname", code: errno) }
        return address
    }

    /// Takes one connection from the backlog: non-blocking, closed on exec.
    package static func accept(from listener: Int32) -> Accepted {
        var address = SocketAddress()
        let number = retrying {
            unsafe address.withMutableStorage { storage, length in
                unsafe formwork_accept(listener, storage, length)
            }
        }
        if number >= 0 { return .connection(number, address) }
        switch errno {
        case EAGAIN: return .none
        // What accept(2) tells of the connection rather than of itself.
        case ECONNABORTED, EPROTO, EPERM, ENETDOWN, ENETUNREACH, EHOSTDOWN, EHOSTUNREACH, ETIMEDOUT:
            return .lost
        default: return .exhausted
        }
    }

    /// Connects to an address with calls that wait no longer than `patience` seconds.
    package static func connect(to address: SocketAddress, patience: Int) -> Descriptor? {
        let number = socket(
            address.family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { return nil }
        let descriptor = Descriptor(number)
        var wait = timeval(tv_sec: patience, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            _ = unsafe setsockopt(
                descriptor.number, SOL_SOCKET, option, &wait,
                socklen_t(MemoryLayout<timeval>.size))
        }
        let result = unsafe address.withPointer { pointer, length in
            unsafe Glibc.connect(descriptor.number, pointer, length)
        }
        guard result == 0 else { return nil }
        return descriptor
    }
}

/// What one attempt to move bytes over a connection came to.
package enum Transfer: Equatable {
    /// So many bytes moved; none from a read is the end of what the peer sends.
    case bytes(Int)
    /// Nothing can move right now.
    case wouldBlock
    /// The connection is of no more use; the number is that of `errno`.
    case failed(Int32)
}

/// What one attempt to take a connection from the backlog came to.
package enum Accepted {
    /// A connection, whose descriptor the caller closes, and its peer.
    case connection(Int32, SocketAddress)
    /// The backlog is empty.
    case none
    /// This one was gone before it was taken; another may wait.
    case lost
    /// None can be taken now: the process or the system has no descriptor or memory left.
    case exhausted
}
