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
