/// Cuts a text that comes in pieces into its lines, in linear time and bounded memory.
package struct TextLines: Sendable {
    /// A line without its end.
    package struct Line: Sendable, Equatable {
        /// Which line of the text it is, from 1.
        package let number: Int
        /// Its bytes; `nil` where they are more than are kept.
        package let bytes: [UInt8]?
    }

    private let longest: Int
    private var window = TextWindow()
    private var bytes: [UInt8] = []
    private var isTooLong = false
    private var number = 1

    /// Begins a text.
    ///
    /// - Parameter longest: How many bytes of a line are kept, from 1; a longer one is passed over.
    package init(longest: Int) {
        self.longest = longest
    }

    /// Adds what came of the text.
    ///
    /// - Parameter more: The bytes, cut anywhere.
    package mutating func append(_ more: [UInt8]) { window.append(more) }

    /// Ends the text.
    package mutating func finish() { window.finish() }

    /// Takes the next line; it ends with LF or CRLF, or with the text.
    ///
    /// - Returns: The line; `nil` where more has to come first, or at the end.
    package mutating func next() -> Line? {
        while let byte = window.next() {
            if byte == UInt8(ascii: "\n") { return end() }
            if bytes.count < longest { bytes.append(byte) } else { isTooLong = true }
        }
        return window.isFinished && !bytes.isEmpty ? end() : nil
    }

    private mutating func end() -> Line {
        if bytes.last == UInt8(ascii: "\r"), !isTooLong { bytes.removeLast() }
        let line = Line(number: number, bytes: isTooLong ? nil : bytes)
        bytes.removeAll(keepingCapacity: true)
        isTooLong = false
        number += 1
        return line
    }
}
