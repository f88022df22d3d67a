/// A decimal number without rounding: 0.1 is exactly a tenth.
///
/// The value is a whole coefficient of 64 bits divided by a power of ten of at most 18 digits; what
/// doesn't fit is refused, never rounded in silence. Equal values are equal however they were
/// written: `1.0` is `1`.
///
///     let price: ExactDecimal = "12.30"
///     price.adding("0.7")?.description  // "13"
public struct ExactDecimal: Sendable, Hashable {
    /// The digits with their sign; a multiple of ten only when `scale` is 0.
    let coefficient: Int64
    /// How many of the digits stand behind the point, 0 to 18.
    package let scale: Int

    /// The most digits behind the point.
    package static let maximumScale = 18

    /// Takes a whole number.
    public init(_ value: Int) {
        coefficient = Int64(value)
        scale = 0
    }

    /// Drops zeros at the end and refuses what doesn't fit.
    ///
    /// - Parameters:
    ///   - coefficient: The digits.
    ///   - scale: How many of them stand behind the point, 0 to 36.
    init?(coefficient: Int128, scale: Int) {
        var coefficient = coefficient
        var scale = scale
        while scale > 0 {
            let (quotient, remainder) = coefficient.quotientAndRemainder(dividingBy: 10)
            guard remainder == 0 else { break }
            coefficient = quotient
            scale -= 1
        }
        guard scale <= Self.maximumScale, let coefficient = Int64(exactly: coefficient) else {
            return nil
        }
        self.coefficient = coefficient
        self.scale = scale
    }

    /// The value when it has no digits behind the point.
    public var wholeNumber: Int? {
        scale == 0 ? Int(coefficient) : nil
    }
}

extension ExactDecimal: Comparable {
    /// Compares values exactly.
    public static func < (left: ExactDecimal, right: ExactDecimal) -> Bool {
        let scale = max(left.scale, right.scale)
        return left.coefficient(at: scale) < right.coefficient(at: scale)
    }
}

extension ExactDecimal: ExpressibleByIntegerLiteral {
    /// Takes a whole number written in the source.
    public init(integerLiteral value: Int) {
        self.init(value)
    }
}

extension ExactDecimal: ExpressibleByStringLiteral {
    /// Takes a decimal written in the source, such as `"0.1"`; stops the program when it isn't one.
    public init(stringLiteral value: String) {
        guard let decimal = ExactDecimal(value) else {
            preconditionFailure("\"\(value)\" is no decimal of at most 18 digits")
        }
        self = decimal
    }
}

extension ExactDecimal {
    /// The sum, or nil when it doesn't fit.
    public func adding(_ other: ExactDecimal) -> ExactDecimal? {
        let scale = max(scale, other.scale)
        return ExactDecimal(
            coefficient: coefficient(at: scale) + other.coefficient(at: scale), scale: scale)
    }

    /// The difference, or nil when it doesn't fit.
    public func subtracting(_ other: ExactDecimal) -> ExactDecimal? {
        let scale = max(scale, other.scale)
        return ExactDecimal(
            coefficient: coefficient(at: scale) - other.coefficient(at: scale), scale: scale)
    }

    /// Whether the value can be reached from `base` by whole steps, as HTML's `step` counts them.
    ///
    /// - Parameters:
    ///   - step: The length of a step; nothing is a multiple of 0.
    ///   - base: Where counting begins, as HTML's `min`.
    /// - Returns: Whether a whole number of steps, forwards or backwards, leads to the value.
    package func isMultiple(of step: ExactDecimal, from base: ExactDecimal = 0) -> Bool {
        guard step.coefficient != 0 else { return false }
        let scale = max(scale, base.scale, step.scale)
        let distance = coefficient(at: scale) - base.coefficient(at: scale)
        return distance % step.coefficient(at: scale) == 0
    }

    /// The nearest value with at most so many digits behind the point; halves go away from zero.
    ///
    /// - Parameter places: Digits behind the point; fewer than 0 count as 0.
    /// - Returns: The rounded value.
    public func rounded(places: Int) -> ExactDecimal {
        let places = max(0, places)
        guard places < scale else { return self }
        let unit = Self.powerOfTen(scale - places)
        let half = coefficient < 0 ? -unit / 2 : unit / 2
        let rounded = (Int128(coefficient) + half) / unit
        return ExactDecimal(coefficient: rounded, scale: places) ?? self
    }

    /// The coefficient that the value has with so many digits behind the point.
    ///
    /// Below 2^63 * 10^18 for every scale up to 18, so that sums of several stay within 128 bits.
    func coefficient(at scale: Int) -> Int128 {
        Int128(coefficient) * Self.powerOfTen(scale - self.scale)
    }

    /// Ten to a power of 0 to 18.
    static func powerOfTen(_ exponent: Int) -> Int128 {
        var power: Int128 = 1
        for _ in 0..<exponent { power *= 10 }
        return power
    }
}

extension ExactDecimal {
    /// Goes a number of steps up or down, as HTML's `stepUp` does: from between two steps onto the
    /// next one, and never past a bound.
    ///
    /// - Parameters:
    ///   - count: How many steps; negative ones lead down.
    ///   - step: The length of a step, more than 0.
    ///   - least: The lower bound, from which steps are counted.
    ///   - most: The upper bound, not below the lower one; it needn't lie on a step.
    /// - Returns: A value on a step within the bounds.
    package func stepped(
        by count: Int, of step: ExactDecimal, from least: ExactDecimal, to most: ExactDecimal
    ) -> ExactDecimal {
        let scale = max(scale, step.scale, least.scale)
        let length = step.coefficient(at: scale)
        let (quotient, remainder) = (coefficient(at: scale) - least.coefficient(at: scale))
            .quotientAndRemainder(dividingBy: length)
        // Rounded down from above, and up from below, so that a step leads onto the nearest.
        let floor = remainder < 0 ? quotient - 1 : quotient
        let nearest = count < 0 && remainder != 0 ? floor + 1 : floor
        let last = least.steps(of: step, to: most)
        let index = min(max(nearest + Int128(count), 0), last)
        return ExactDecimal(
            coefficient: least.coefficient(at: scale) + index * length, scale: scale) ?? self
    }

    /// How many whole steps lie between a value and one above it.
    private func steps(of step: ExactDecimal, to most: ExactDecimal) -> Int128 {
        let scale = max(scale, step.scale, most.scale)
        return (most.coefficient(at: scale) - coefficient(at: scale)) / step.coefficient(at: scale)
    }
}

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
