internal import Glibc

/// A value that one thread at a time may touch.
///
/// It stands on a mutex of the C library: the thread sanitizer doesn't know the one of Swift's
/// Synchronization module and reports races that aren't there.
///
///     let hits = Lock(0)
///     hits.withLock { $0 += 1 }
@safe package final class Lock<Value> {
    // Allocated, because a mutex must keep its address.
    fileprivate let mutex: UnsafeMutablePointer<pthread_mutex_t>
    fileprivate var value: Value

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

/// A value that one thread at a time may touch and that threads may wait on.
@safe package final class SignalledLock<Value> {
    private let lock: Lock<Value>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    /// Begins unlocked.
    ///
    /// - Parameter value: The first value, which nobody else keeps.
    package init(_ value: sending Value) {
        lock = Lock(value)
        unsafe condition = .allocate(capacity: 1)
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe condition.deallocate()
    }

    /// Reads the value, and wakes nobody.
    ///
    /// - Parameter body: What to read, briefly.
    /// - Returns: What `body` returns.
    package func read<Result: Sendable>(_ body: (Value) -> Result) -> Result {
        unsafe pthread_mutex_lock(lock.mutex)
        defer { unsafe pthread_mutex_unlock(lock.mutex) }
        return body(lock.value)
    }

    /// Changes the value and wakes whoever waits.
    ///
    /// - Parameter body: The change.
    /// - Returns: What the change returns.
    package func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        unsafe pthread_mutex_lock(lock.mutex)
        defer { unsafe pthread_mutex_unlock(lock.mutex) }
        defer { unsafe pthread_cond_broadcast(condition) }
        return body(&lock.value)
    }

    /// Waits until there is something to take.
    ///
    /// - Parameters:
    ///   - timeout: How long to wait at most, in milliseconds; for ever where it is `nil`.
    ///   - take: Looks at the value, after every change; `nil` to go on waiting.
    /// - Returns: What was taken, or `nil` when the time was up.
    package func wait<Result: Sendable>(
        atMost timeout: Int?, for take: (inout Value) -> Result?
    ) -> Result? {
        unsafe pthread_mutex_lock(lock.mutex)
        defer { unsafe pthread_mutex_unlock(lock.mutex) }
        var deadline = timespec()
        if let timeout {
            unsafe clock_gettime(CLOCK_MONOTONIC, &deadline)
            let nanoseconds = deadline.tv_nsec + timeout % 1000 * 1_000_000
            deadline.tv_sec += timeout / 1000 + nanoseconds / 1_000_000_000
            deadline.tv_nsec = nanoseconds % 1_000_000_000
        }
        while true {
            if let result = take(&lock.value) { return result }
            if timeout == nil {
                unsafe pthread_cond_wait(condition, lock.mutex)
            } else if unsafe pthread_cond_timedwait(condition, lock.mutex, &deadline) == ETIMEDOUT {
                return take(&lock.value)
            }
        }
    }
}

// The mutex orders every access to the value.
extension SignalledLock: @unchecked Sendable where Value: Sendable {}
