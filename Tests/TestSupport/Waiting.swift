import Foundation

/// Waits at most a minute until another thread has made a condition true; returns whether it has.
package func isReached(_ condition: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<30_000 {
        if try condition() { return true }
        Thread.sleep(forTimeInterval: 0.002)
    }
    return false
}
