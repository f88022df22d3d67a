internal import Glibc
internal import Groundwork
internal import System

/// Reads a file line by line through one window, however long the file is.
struct LineReader {
    private let fileSystem: any FileSystem
    private let descriptor: Int32
    private let path: String
    private let chunk: Int
    /// The window; a line's range is a place in it.
    private(set) var window: [UInt8] = []
    private var windowOffset = 0
    private var position = 0
    private var isAtEnd = false

    /// A line without its end.
    struct Line: Equatable {
        /// Where it stands in the window, until the next line is read.
        var range: Range<Int>
        /// Where it begins in the file.
        var offset: Int
        /// Whether a line end follows it, as it does but at the end of a torn file.
        var isTerminated: Bool
    }

    /// Begins at the beginning of a file.
    ///
    /// - Parameters:
    ///   - fileSystem: The way to it.
    ///   - descriptor: The open file.
    ///   - path: Its path, for errors.
    ///   - chunk: How much is read at once, in bytes, from 1.
    init(_ fileSystem: any FileSystem, descriptor: Int32, path: String, chunk: Int = 1 << 20) {
        self.fileSystem = fileSystem
        self.descriptor = descriptor
        self.path = path
        self.chunk = chunk
    }

    /// The place in the file where the next line begins; the file's length at the end.
    var offset: Int { windowOffset + position }

    /// Reads the next line.
    ///
    /// - Returns: The line, or `nil` at the end of the file.
    /// - Throws: What the file system said.
    mutating func next() throws(SystemError) -> Line? {
        var scanned = position
        while true {
            if let end = lineEnd(from: scanned) {
                let line = Line(range: position..<end, offset: offset, isTerminated: true)
                position = end + 1
                return line
            }
            scanned = window.count
            if isAtEnd {
                guard position < window.count else { return nil }
                let line = Line(range: position..<window.count, offset: offset, isTerminated: false)
                position = window.count
                return line
            }
            scanned -= position
            try refill()
        }
    }

    private func lineEnd(from start: Int) -> Int? {
        // The C library looks at many bytes at once, which makes a seventh of a start.
        unsafe window.withUnsafeBytes { bytes in
            guard start < bytes.count, let base = bytes.baseAddress,
                let end = unsafe memchr(
                    base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
            else { return nil }
            return unsafe UnsafeRawPointer(end) - base
        }
    }

    private mutating func refill() throws(SystemError) {
        window.removeFirst(position)
        windowOffset += position
        position = 0
        let more = try fileSystem.read(
            descriptor, at: windowOffset + window.count, count: chunk, path: path)
        isAtEnd = more.isEmpty
        window.append(contentsOf: more)
    }
}

extension LineReader {
    /// Reads the next line, with an error for the operator.
    mutating func nextLine() throws(FolderError) -> Line? {
        do {
            return try next()
        } catch {
            throw .unusable(error, advice: "the file can't be read; nothing was changed on disk")
        }
    }

    /// Whether the line that was read last has its end and the right checksum.
    func isIntact(_ line: Line) -> Bool {
        line.isTerminated && LineChecksum.isIntact(window.span.extracting(line.range))
    }
}
