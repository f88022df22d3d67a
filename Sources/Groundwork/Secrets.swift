/// Bytes that nobody can guess, from the system's generator.
///
/// - Parameter count: How many, 0 or more.
/// - Returns: The bytes.
package func randomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 7)
    while bytes.count < count {
        let word: UInt64 = generator.next()
        for shift in stride(from: 0, to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
        }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
}

/// Whether two secrets are equal, in a time that tells their length at most.
package func constantTimeEquals(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices {
        difference |= left[index] ^ right[index]
    }
    return difference == 0
}
