/// Reads rows of CSV (RFC 4180) from a text that comes in pieces, in linear time and bounded memory.
///
/// Rows end with CRLF or LF; an empty line is none. What is wrong with a row is told with it, and the
/// rows behind it are read on.
package struct CSVReader: Sendable {
    /// One row.
    package struct Row: Sendable, Equatable {
        /// The line of the text on which it begins, from 1.
        package let line: Int
        /// Its texts; not all of them where something is wrong.
        package let cells: [RawText]
        /// What is wrong with it.
        package let fault: Fault?
    }

    /// What can be wrong with a row.
    package enum Fault: Sendable, Equatable, CustomStringConvertible {
        /// A quotation mark within a text that isn't quoted.
        case strayQuote
        /// Text between a quoted text and the next comma.
        case textBehindQuote
        /// The text ends within quotation marks.
        case openQuote
        /// Bytes that are no UTF-8.
        case encoding
        /// More bytes than a row may have.
        case tooLong

        package var description: String {
            switch self {
            case .strayQuote: "a quotation mark stands within a cell that doesn't begin with one"
            case .textBehindQuote: "text follows the closing quotation mark of a cell"
            case .openQuote: "a quotation mark is never closed"
            case .encoding: "the text isn't UTF-8"
            case .tooLong: "the row is too long"
            }
        }
    }

    private enum State {
        case beginning
        case plain
        case quoted
        case behindQuote
    }

    private let longest: Int
    private var window = TextWindow()
    private var state = State.beginning
    private var line = 1
    private var firstLine = 1
    private var cells: [RawText] = []
    private var cell: [UInt8] = []
    private var length = 0
    private var fault: Fault?
    /// A CR outside of quotation marks; the next byte tells whether it ends the row.
    private var hasReturn = false

    /// Begins a text.
    ///
    /// - Parameter longest: How many bytes of a row are kept, from 1; a longer one is told as such.
    package init(longest: Int) {
        self.longest = longest
    }

    /// Adds what came of the text.
    ///
    /// - Parameter more: The bytes, cut anywhere.
    package mutating func append(_ more: [UInt8]) { window.append(more) }

    /// Ends the text.
    package mutating func finish() { window.finish() }

    /// Takes the next row.
    ///
    /// - Returns: The row; `nil` where more has to come first, or at the end.
    package mutating func next() -> Row? {
        while let byte = window.next() {
            if state == .quoted {
                takeQuoted(byte)
            } else if byte == UInt8(ascii: "\n") {
                line += 1
                hasReturn = false
                if let row = endRow() { return row }
            } else {
                takeReturn()
                takePlain(byte)
            }
        }
        guard window.isFinished else { return nil }
        takeReturn()
        if state == .quoted { note(.openQuote) }
        return endRow()
    }

    private mutating func takeQuoted(_ byte: UInt8) {
        if byte == UInt8(ascii: "\"") {
            state = .behindQuote
        } else {
            if byte == UInt8(ascii: "\n") { line += 1 }
            keep(byte)
        }
    }

    /// Takes a CR as text that no LF made the end of a row.
    private mutating func takeReturn() {
        guard hasReturn else { return }
        hasReturn = false
        takeText(UInt8(ascii: "\r"))
    }

    private mutating func takePlain(_ byte: UInt8) {
        switch (byte, state) {
        case (UInt8(ascii: "\r"), _): hasReturn = true
        case (UInt8(ascii: ","), _): endCell()
        case (UInt8(ascii: "\""), .beginning): state = .quoted
        case (UInt8(ascii: "\""), .behindQuote):
            // Two quotation marks within a quoted text are one.
            keep(byte)
            state = .quoted
        case (UInt8(ascii: "\""), _):
            note(.strayQuote)
            keep(byte)
        default: takeText(byte)
        }
    }

    private mutating func takeText(_ byte: UInt8) {
        if state == .behindQuote { note(.textBehindQuote) }
        state = .plain
        keep(byte)
    }

    private mutating func keep(_ byte: UInt8) {
        length += 1
        if length <= longest { cell.append(byte) } else { note(.tooLong) }
    }

    private mutating func note(_ found: Fault) {
        if fault == nil { fault = found }
    }

    private mutating func endCell() {
        // A comma takes room as well.
        length += 1
        if length <= longest {
            let text = String(validating: CSVFormula.restored(cell), as: UTF8.self)
            if text == nil { note(.encoding) }
            cells.append(RawText(text ?? ""))
        } else {
            note(.tooLong)
        }
        cell.removeAll(keepingCapacity: true)
        state = .beginning
    }

    private mutating func endRow() -> Row? {
        defer {
            cells = []
            length = 0
            fault = nil
            firstLine = line
        }
        guard !cells.isEmpty || state != .beginning || fault != nil else { return nil }
        endCell()
        return Row(line: firstLine, cells: cells, fault: fault)
    }
}
