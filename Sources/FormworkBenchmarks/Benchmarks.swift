import Formwork
import Glibc

/// Prints what the parts of a request cost, in nanoseconds and as ratios to the same page written by
/// hand in the same run; ratios can be compared between machines.
///
///     FormworkBenchmarks               # all, measured
///     FormworkBenchmarks render 2000   # one of them so many times, for a profiler
@main struct Benchmarks {
    static func main() {
        let cases = BenchmarkCase.all()
        if CommandLine.arguments.count == 3, let count = Int(CommandLine.arguments[2]) {
            for benchmark in cases where benchmark.name == CommandLine.arguments[1] {
                for _ in 0..<count { _ = benchmark.run() }
            }
            return
        }
        guard outputsAgree() else { exit(1) }
        let times = Stopwatch.nanoseconds(of: cases.map { benchmark in { _ = benchmark.run() } })
        guard let unit = times.first else { return }
        print(row("operation", "ns", "bytes", "of hand-written"))
        for (benchmark, time) in zip(cases, times) {
            print(
                row(
                    benchmark.name, String(Int(time)), String(benchmark.run()),
                    hundredths(time / unit)))
        }
    }

    private static func row(_ name: String, _ figures: String...) -> String {
        figures.reduce(name.padded(to: 14)) { $0 + $1.padded(to: 16, atFront: true) }
    }

    /// Two places behind the point, without the C library's formats.
    private static func hundredths(_ ratio: Double) -> String {
        let whole = Int((ratio * 100).rounded())
        return "\(whole / 100).\(whole / 10 % 10)\(whole % 10)"
    }

    /// Whether the yardstick gives the bytes of the component tree; says where it doesn't.
    private static func outputsAgree() -> Bool {
        let byTree = renderBook()
        let byHand = HandWritten.render(.emma)
        guard byTree != byHand else { return true }
        let place = zip(byTree, byHand).prefix { $0 == $1 }.count
        for (name, bytes) in [("tree", byTree), ("hand", byHand)] {
            print(name, String(decoding: bytes.dropFirst(place - 60).prefix(160), as: UTF8.self))
        }
        return false
    }
}

extension String {
    /// The text with spaces up to a width.
    fileprivate func padded(to width: Int, atFront: Bool = false) -> String {
        let spaces = String(repeating: " ", count: max(0, width - count))
        return atFront ? spaces + self : self + spaces
    }
}
