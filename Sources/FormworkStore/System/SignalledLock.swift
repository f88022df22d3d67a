internal import Glibc

/// A value that one thread at a time may touch and that threads may wait on.
@safe final class SignalledLock<Value> {
    // Allocated, because a mutex and a condition must keep their address.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var value: Value

    /// Begins unlocked.
    init(_ value: sending Value) {
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
        self.value = value
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Reads the value.
    func read<Result: Sendable>(_ body: (Value) -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body(value)
    }

    /// Changes the value and wakes whoever waits.
    func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        defer { unsafe pthread_cond_broadcast(condition) }
        return body(&value)
    }

    /// Waits until there is something to take.
    ///
    /// - Parameters:
    ///   - timeout: How long to wait at most, in milliseconds; for ever where it is `nil`.
    ///   - take: Looks at the value, after every change; `nil` to go on waiting.
    /// - Returns: What was taken, or `nil` when the time was up.
    func wait<Result: Sendable>(
        atMost timeout: Int?, for take: (inout Value) -> Result?
    ) -> Result? {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        var deadline = timespec()
        if let timeout {
            unsafe clock_gettime(CLOCK_MONOTONIC, &deadline)
            let nanoseconds = deadline.tv_nsec + timeout % 1000 * 1_000_000
            deadline.tv_sec += timeout / 1000 + nanoseconds / 1_000_000_000
            deadline.tv_nsec = nanoseconds % 1_000_000_000
        }
        while true {
            if let result = take(&value) { return result }
            if timeout == nil {
                unsafe pthread_cond_wait(condition, mutex)
            } else if unsafe pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT {
                return take(&value)
            }
        }
    }
}

// The mutex orders every access to the value.
extension SignalledLock: @unchecked Sendable where Value: Sendable {}
