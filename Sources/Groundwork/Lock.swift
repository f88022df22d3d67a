import Glibc

/// A value that one thread at a time may touch.
///
/// It stands on a mutex of the C library: the thread sanitizer doesn't know the one of Swift's
/// Synchronization module and reports races that aren't there.
///
///     let hits = Lock(0)
///     hits.withLock { $0 += 1 }
@safe package final class Lock<Value> {
    // Allocated, because a mutex must keep its address.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    /// Begins unlocked.
    ///
    /// - Parameter value: The first value, which nobody else keeps.
    package init(_ value: sending Value) {
        unsafe mutex = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        self.value = value
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Runs `body` while no other thread is inside; calling it again from within never returns.
    ///
    /// - Parameter body: What to do with the value, briefly.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, after unlocking.
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}

// The mutex orders every access to the value, and what goes in or comes out is sent, not shared.
extension Lock: @unchecked Sendable {}
