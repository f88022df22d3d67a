internal import CFormwork
internal import Glibc

/// A thread of the system with a body that runs once.
@safe package struct SystemThread: Sendable {
    private let handle: pthread_t

    /// Starts a thread that no signal interrupts: those are the main thread's.
    ///
    /// - Parameter body: What it does.
    /// - Throws: What pthread_create(3) said.
    package init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let box = unsafe Unmanaged.passRetained(ThreadBody(body))
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        var handle = pthread_t()
        let code = unsafe pthread_create(
            &handle, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            }, box.toOpaque())
        guard code == 0 else {
            unsafe box.release()
            throw SystemError(call: "pthread_create", code: code)
        }
        self.handle = handle
    }

    /// Waits until the body has returned; to be called once.
    ///
    /// The body itself can't wait for that; it only lets the system forget the thread when it ends.
    package func join() {
        if pthread_equal(handle, pthread_self()) != 0 {
            pthread_detach(handle)
        } else {
            pthread_join(handle, nil)
        }
    }

    /// Lets the thread end by itself, with nobody waiting for it; instead of `join`.
    package func detach() {
        pthread_detach(handle)
    }
}

private final class ThreadBody: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
