import Glibc

/// The client's end of one connection: sends and receives raw bytes, with a limit on each wait.
final class TestConnection {
    /// Why a step failed.
    enum Failure: Error {
        case refused(Int32)
        case reset
        case silent
        case endedEarly([UInt8])
    }

    private let socket: Int32
    private var isOpen = true
    private var unread: [UInt8] = []

    /// Connects to a port of this machine.
    ///
    /// - Parameters:
    ///   - port: The port.
    ///   - host: The last part of the address in 127.0.0.0/24 that it comes from.
    ///   - receiveBuffer: The size of the system's buffer, when it is to be a small one.
    /// - Throws: When nobody listens there.
    init(port: Int, from host: UInt32 = 1, receiveBuffer: Int32? = nil) throws(Failure) {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { throw .refused(errno) }
        setOption(SOL_SOCKET, SO_RCVTIMEO, timeval(tv_sec: 20, tv_usec: 0))
        setOption(SOL_SOCKET, SO_SNDTIMEO, timeval(tv_sec: 20, tv_usec: 0))
        setOption(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
        if let receiveBuffer { setOption(SOL_SOCKET, SO_RCVBUF, receiveBuffer) }
        let socket = socket
        let bound = unsafe Self.withAddress(host, port: 0) { unsafe bind(socket, $0, $1) }
        let result = unsafe Self.withAddress(1, port: port) { unsafe connect(socket, $0, $1) }
        guard bound == 0, result == 0 else { throw .refused(errno) }
    }

    deinit { close() }

    private static func withAddress(
        _ host: UInt32, port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = (0x7F00_0000 + host).bigEndian
        return unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe body(pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private func setOption<Value: BitwiseCopyable>(_ level: Int32, _ name: Int32, _ value: Value) {
        unsafe withUnsafeBytes(of: value) { bytes in
            _ = unsafe setsockopt(socket, level, name, bytes.baseAddress, socklen_t(bytes.count))
        }
    }

    /// Sends all bytes, and tells whether the connection took them.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let result = unsafe bytes[sent...].withUnsafeBytes { rest in
                unsafe Glibc.send(socket, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            guard result > 0 else { return false }
            sent += result
        }
        return true
    }

    /// Sends a text, as it stands.
    func send(_ text: String) {
        send(Array(text.utf8))
    }

    /// Ends what this side sends.
    func finishSending() {
        _ = shutdown(socket, Int32(SHUT_WR))
    }

    /// Breaks the connection off with a reset.
    func reset() {
        setOption(SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0))
        close()
    }

    /// Closes it.
    func close() {
        if isOpen { _ = Glibc.close(socket) }
        isOpen = false
    }

    /// Whether something, or the end, comes within a time in milliseconds.
    func hears(within milliseconds: Int32) -> Bool {
        var wanted = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return unsafe !unread.isEmpty || poll(&wanted, 1, milliseconds) > 0
    }

    /// Reads some bytes; none at the end.
    func receive() throws(Failure) -> [UInt8] {
        if !unread.isEmpty {
            defer { unread = [] }
            return unread
        }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe recv(socket, &buffer, buffer.count, 0)
        if count < 0 { throw errno == ECONNRESET ? .reset : .silent }
        return Array(buffer[..<count])
    }

    /// Reads to the end.
    func receiveAll() throws(Failure) -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let bytes = try receive()
            if bytes.isEmpty { return all }
            all += bytes
        }
    }

    /// Reads one answer, by its length.
    ///
    /// - Parameter method: The method that it answers; the one to HEAD has no body.
    /// - Returns: The answer.
    /// - Throws: When the connection ends before the answer does.
    func receiveAnswer(to method: String = "GET") throws(Failure) -> TestAnswer {
        var bytes: [UInt8] = []
        while true {
            if let (answer, end) = TestAnswer.parse(bytes, method: method) {
                unread = Array(bytes[end...])
                return answer
            }
            let more = try receive()
            if more.isEmpty { throw .endedEarly(bytes) }
            bytes += more
        }
    }

    /// Sends a request without a body and reads its answer.
    func get(_ path: String) throws(Failure) -> TestAnswer {
        send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
        return try receiveAnswer()
    }

    /// Whether the server ends the connection properly, without another byte.
    func endsSilently() throws(Failure) -> Bool {
        do throws(Failure) {
            return try receive().isEmpty
        } catch .reset {
            return false
        } catch {
            throw error
        }
    }
}
