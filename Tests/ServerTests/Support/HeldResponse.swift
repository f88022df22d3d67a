import FormworkHTTP
import System

/// A response that a test gives later, from any thread.
final class HeldResponse: Sendable {
    private enum State {
        case nobodyWaits
        case given(Response)
        case waiting(CheckedContinuation<Response, Never>)
    }

    private let state = Lock(State.nobodyWaits)

    /// Waits for the response.
    var response: Response {
        get async {
            await withCheckedContinuation { continuation in
                let given: Response? = state.withLock { state in
                    if case .given(let response) = state { return response }
                    state = .waiting(continuation)
                    return nil
                }
                if let given { continuation.resume(returning: given) }
            }
        }
    }

    /// Gives the response; once.
    func give(_ response: Response) {
        let waiting: CheckedContinuation<Response, Never>? = state.withLock { state in
            defer { state = .given(response) }
            if case .waiting(let continuation) = state { return continuation }
            return nil
        }
        waiting?.resume(returning: response)
    }
}
