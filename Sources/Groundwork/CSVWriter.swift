/// Writes rows of CSV (RFC 4180) that a spreadsheet reads as text, never as a formula.
package enum CSVWriter {
    /// Adds a row with its end, CRLF.
    ///
    /// - Parameters:
    ///   - cells: The texts of the row, at least one.
    ///   - buffer: Where the row is added.
    package static func write(_ cells: [String], into buffer: inout [UInt8]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { buffer.append(UInt8(ascii: ",")) }
            write(CSVFormula.disarmed(Array(cell.utf8)), isAlone: cells.count == 1, into: &buffer)
        }
        buffer.append(contentsOf: [UInt8(ascii: "\r"), UInt8(ascii: "\n")])
    }

    private static func write(_ cell: [UInt8], isAlone: Bool, into buffer: inout [UInt8]) {
        // A line without anything in it would be no row.
        guard cell.contains(where: isSpecial) || (isAlone && cell.isEmpty) else {
            buffer.append(contentsOf: cell)
            return
        }
        buffer.append(UInt8(ascii: "\""))
        for byte in cell {
            if byte == UInt8(ascii: "\"") { buffer.append(byte) }
            buffer.append(byte)
        }
        buffer.append(UInt8(ascii: "\""))
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\r"), UInt8(ascii: "\n"): true
        default: false
        }
    }
}

/// Texts that a spreadsheet would take for a formula, and the apostrophe that keeps it from that.
///
/// A text that begins with apostrophes before such a sign gets one more, so that each text has one
/// written form and comes back from it.
enum CSVFormula {
    /// Puts an apostrophe before a text that would be a formula.
    static func disarmed(_ cell: [UInt8]) -> [UInt8] {
        beginsLikeFormula(cell) ? [apostrophe] + cell : cell
    }

    /// Takes away the apostrophe that `disarmed` put there.
    static func restored(_ cell: [UInt8]) -> [UInt8] {
        cell.first == apostrophe && beginsLikeFormula(cell) ? Array(cell.dropFirst()) : cell
    }

    private static let apostrophe = UInt8(ascii: "'")

    private static func beginsLikeFormula(_ cell: [UInt8]) -> Bool {
        switch cell.first(where: { $0 != apostrophe }) {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"),
            UInt8(ascii: "\t"), UInt8(ascii: "\r"), 0:
            true
        default: false
        }
    }
}
