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
