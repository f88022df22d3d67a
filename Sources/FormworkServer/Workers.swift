import Groundwork
import System

/// Threads for work that may wait for a disk, so that no loop has to.
///
/// A thread is started when there is work, and ends when there is none.
final class Workers: Sendable {
    private struct State {
        /// What is to be done, the last first: each begun piece is taken off the end.
        var work: [@Sendable () -> Void] = []
        /// What came since, the first first.
        var arrived: [@Sendable () -> Void] = []
        var threads = 0
    }

    private let most: Int
    private let state = Lock(State())

    /// Begins without a thread.
    ///
    /// - Parameter most: How many pieces of work go on at once, at least one.
    init(most: Int = 4) {
        self.most = most
    }

    /// Runs work on another thread; on this one where no thread can be started.
    ///
    /// - Parameter work: What is done.
    func run(_ work: @escaping @Sendable () -> Void) {
        let needsThread = state.withLock { state in
            state.arrived.append(work)
            guard state.threads < most else { return false }
            state.threads += 1
            return true
        }
        guard needsThread else { return }
        do throws(SystemError) {
            try SystemThread { [self] in workOff() }.detach()
        } catch {
            workOff()
        }
    }

    private func workOff() {
        while let work = take() { work() }
    }

    /// The next piece of work; when there is none, the thread counts as gone.
    private func take() -> (@Sendable () -> Void)? {
        state.withLock { state in
            if state.work.isEmpty {
                state.work = state.arrived.reversed()
                state.arrived = []
            }
            if state.work.isEmpty { state.threads -= 1 }
            return state.work.popLast()
        }
    }
}

/// A task that begins on these threads goes on there after each wait.
extension Workers: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        run { [self] in unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
