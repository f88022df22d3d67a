import Glibc

/// A thread of the system that runs one function.
struct Thread {
    private let number: pthread_t

    /// Starts a thread.
    ///
    /// - Parameter body: What it does; the thread ends when this returns.
    /// - Throws: When the system has no room for another thread.
    init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        var number = pthread_t()
        let task = unsafe Unmanaged.passRetained(Task(body: body))
        let result = unsafe pthread_create(
            &number, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<Task>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            }, task.toOpaque())
        guard result == 0 else {
            unsafe task.release()
            throw SystemError(call: "pthread_create", number: result)
        }
        self.number = number
    }

    /// Waits until the thread has ended; once only.
    func join() {
        _ = pthread_join(number, nil)
    }

    /// Lets the thread end by itself, with nobody waiting for it.
    func detach() {
        _ = pthread_detach(number)
    }

    private final class Task: Sendable {
        let body: @Sendable () -> Void

        init(body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }
}
