extension ExactDecimal {
    /// Writes bytes that sort as the numbers do.
    ///
    /// Before the point: how many bytes the whole part takes, then these; behind it two digits a byte. Of
    /// a negative number all bits are turned, and an end follows that sorts behind more digits.
    ///
    /// - Parameter buffer: Gets 1 to 19 bytes, no matter what they are compared with.
    package func appendSortKey(to buffer: inout [UInt8]) {
        let start = buffer.count
        var power: UInt64 = 1
        for _ in 0..<scale { power &*= 10 }
        let (whole, fraction) = coefficient.magnitude.quotientAndRemainder(dividingBy: power)
        let width = (UInt64.bitWidth - whole.leadingZeroBitCount + 7) / 8
        buffer.append(0x80 | UInt8(truncatingIfNeeded: width))
        for index in (0..<width).reversed() {
            buffer.append(UInt8(truncatingIfNeeded: whole >> UInt64(index * 8)))
        }
        var rest = fraction
        while rest > 0 {
            // Both digits of a pair; with one digit left the pair ends with 0.
            let (pair, next) =
                power >= 100
                ? rest.quotientAndRemainder(dividingBy: power / 100) : (rest * 10, 0)
            buffer.append(UInt8(truncatingIfNeeded: pair))
            rest = next
            power /= 100
        }
        guard coefficient < 0 else { return }
        for index in start..<buffer.count { buffer[index] = ~buffer[index] }
        buffer.append(0xFF)
    }
}
