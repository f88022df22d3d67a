/// Bytes written one behind the other to where there is room enough for all.
@safe struct RawWriter: ~Copyable {
    private let start: UnsafeMutablePointer<UInt8>
    /// How many bytes have been written.
    private(set) var count = 0

    /// Makes a writer.
    ///
    /// - Parameter start: Where the first byte goes; the room behind it is never checked.
    @unsafe init(start: UnsafeMutablePointer<UInt8>) {
        unsafe self.start = unsafe start
    }

    /// Writes bytes as they stand in the program.
    ///
    /// - Parameter text: The bytes.
    @inline(__always) mutating func fixed(_ text: StaticString) {
        let length = text.utf8CodeUnitCount
        unsafe (start + count).update(from: text.utf8Start, count: length)
        count += length
    }

    /// Writes text with what has a meaning in HTML replaced.
    ///
    /// - Parameter text: The text.
    mutating func escaped(_ text: String) {
        let bytes = text.utf8.span
        for index in bytes.indices {
            switch bytes[index] {
            case UInt8(ascii: "&"): fixed("&amp;")
            case UInt8(ascii: "\""): fixed("&quot;")
            case UInt8(ascii: "'"): fixed("&#39;")
            case UInt8(ascii: "<"): fixed("&lt;")
            case UInt8(ascii: ">"): fixed("&gt;")
            case let byte:
                unsafe start[count] = byte
                count += 1
            }
        }
    }
}
