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
