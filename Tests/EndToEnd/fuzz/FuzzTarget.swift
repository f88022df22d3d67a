import Glibc
import Groundwork
import System

/// What can be fuzzed; the variable `FUZZ_TARGET` names one of them.
enum FuzzTarget: String {
    case request, chunked, multipart, urlencoded, cookie, json, media, fields, target

    /// The one that this process feeds.
    static let chosen: FuzzTarget = {
        let name = unsafe getenv("FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
        guard let target = FuzzTarget(rawValue: name) else {
            print("FUZZ_TARGET names no target: \(name)")
            exit(64)
        }
        return target
    }()

    /// Gives the target some bytes.
    func feed(_ bytes: [UInt8]) {
        switch self {
        case .request: feedRequest(bytes)
        case .chunked: feedChunked(bytes)
        case .multipart: feedMultipart(bytes)
        case .urlencoded: feedURLEncoded(bytes)
        case .cookie: feedCookie(bytes)
        case .json: feedJSON(bytes)
        case .media: feedMedia(bytes)
        case .fields: feedFields(bytes)
        case .target: feedTarget(bytes)
        }
    }
}

/// What libFuzzer calls with each input that it makes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
    FuzzTarget.chosen.feed(bytes)
    let number = executions.withLock { executions in
        defer { executions += 1 }
        return executions
    }
    // The first ones are seeds, or the one input that is looked at again.
    if number < 24 || number % 8_192 == 0 { expectMarksCostAsLetters(bytes, at: number) }
    return 0
}

private let executions = Lock(0)

/// Puts a long run of combining marks into an input, and as many bytes of letters: both must cost about
/// the same.
private func expectMarksCostAsLetters(_ bytes: [UInt8], at number: Int) {
    let place = number * 7 % (bytes.count + 1)
    func cost(_ run: String) -> Int {
        let run = Array(repeatElement(Array(run.utf8), count: 8_192).joined())
        let input = bytes[..<place] + run + bytes[place...]
        // The least of three, since other work on the machine only ever adds.
        return (0..<3).map { _ in
            let start = threadMicroseconds()
            FuzzTarget.chosen.feed(Array(input))
            return threadMicroseconds() - start
        }.min() ?? 0
    }
    let (letters, marks) = (cost("\u{e9}\u{e8}"), cost("\u{301}\u{316}"))
    expect(
        marks < 4 * letters + 20_000,
        "\(marks) microseconds for marks at \(place) beside \(letters) for letters")
}

/// The processor time of this thread, in microseconds.
private func threadMicroseconds() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1_000
}

/// Something that must hold of every input.
func expect(_ isTrue: Bool, _ words: @autoclosure () -> String) {
    // libFuzzer takes the end of the process for a finding, and keeps the input.
    if !isTrue { fatalError(words()) }
}

/// Places to cut bytes at, of which the first two decide how many and where.
///
/// - Parameter bytes: The input.
/// - Returns: What is left to be cut, and the ends of the pieces in order, the last one left out.
func cuts(_ bytes: [UInt8]) -> (rest: [UInt8], ends: [Int]) {
    let rest = Array(bytes.dropFirst(2))
    guard bytes.count > 2 else { return (rest, []) }
    var seed = UInt64(bytes[0]) << 8 | UInt64(bytes[1]) | 1 << 32
    if bytes[0] == 0 { return (rest, Array(0..<rest.count)) }
    let ends = (0..<bytes[0] % 16).map { _ in
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(seed >> 33) % (rest.count + 1)
    }
    return (rest, ends.sorted())
}
