/// Measures how long one operation takes.
struct Stopwatch {
    /// How long one batch takes at least.
    private static let batch = Duration.milliseconds(20)
    /// How many batches are taken; the fastest counts, since all that disturbs makes slower.
    private static let batches = 25

    /// Measures several operations in turns, so that what disturbs one disturbs all.
    ///
    /// - Parameter operations: The operations.
    /// - Returns: The nanoseconds of each.
    static func nanoseconds(of operations: [() -> Void]) -> [Double] {
        let counts = operations.map(count)
        var fastest = operations.map { _ in Double.infinity }
        for _ in 0..<batches {
            for (index, operation) in operations.enumerated() {
                let time = nanoseconds(of: operation, counts[index])
                fastest[index] = min(fastest[index], time / Double(counts[index]))
            }
        }
        return fastest
    }

    /// How often an operation is repeated to fill a batch.
    private static func count(for operation: () -> Void) -> Int {
        var count = 1
        while nanoseconds(of: operation, count) < batch / .nanoseconds(1) { count *= 2 }
        return count
    }

    private static func nanoseconds(of operation: () -> Void, _ count: Int) -> Double {
        let clock = ContinuousClock()
        return clock.measure { for _ in 0..<count { operation() } } / .nanoseconds(1)
    }
}
