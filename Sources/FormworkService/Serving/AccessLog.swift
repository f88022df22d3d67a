internal import FormworkHTTP
internal import FormworkServer
internal import Groundwork
internal import System

/// Writes a line for each answer, without headers, bodies and queries, since these may be secret.
struct AccessLog: Sendable {
    let format: Settings.LogFormat

    /// Writes a line for each record to standard output.
    func write(_ records: [AccessRecord]) {
        let time = Timestamp.now().rfc3339
        var bytes: [UInt8] = []
        bytes.reserveCapacity(records.count * 160)
        for record in records { append(record, at: time, to: &bytes) }
        ServiceProcess.write(bytes)
    }

    /// Makes the line that says how many lines a slow reader made the service leave out.
    func notice(_ count: Int) -> [UInt8] {
        let words = "\(count) \(count == 1 ? "line" : "lines") left out"
        let time = Timestamp.now().rfc3339
        switch format {
        case .text: return Array("\(time) \(words)\n".utf8)
        case .json:
            let document: JSON.Object = ["time": .string(time), "failure": .string(words)]
            return JSON.object(document).bytes + [UInt8(ascii: "\n")]
        }
    }

    /// Appends the line of one answer.
    func append(_ record: AccessRecord, at time: String, to bytes: inout [UInt8]) {
        let path = record.target.map { target in
            String(target.utf8.prefix { $0 != UInt8(ascii: "?") }) ?? target
        }
        switch format {
        case .json: appendDocument(record, path, at: time, to: &bytes)
        case .text:
            let request = [record.method?.rawValue, path].compactMap(\.self).joined(separator: " ")
            let failure = record.failure.map { " (\($0))" } ?? ""
            let line = """
                \(time) \(record.peer) \(request.isEmpty ? "-" : request) \
                \(record.status.rawValue) \(record.bodyLength) B \(record.microseconds) us\(failure)
                """
            bytes.append(contentsOf: line.utf8)
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Appends a JSON object text by text: to build its tree would cost more than a small answer.
    private func appendDocument(
        _ record: AccessRecord, _ path: String?, at time: String, to bytes: inout [UInt8]
    ) {
        func text(_ name: String, _ value: String?) {
            bytes.append(contentsOf: name.utf8)
            if let value {
                JSON.writeString(value, into: &bytes)
            } else {
                bytes.append(contentsOf: "null".utf8)
            }
        }
        func number(_ name: String, _ value: some BinaryInteger) {
            bytes.append(contentsOf: name.utf8)
            bytes.append(contentsOf: String(value).utf8)
        }
        text("{\"time\":", time)
        text(",\"peer\":", record.peer)
        text(",\"method\":", record.method?.rawValue)
        text(",\"path\":", path)
        number(",\"status\":", record.status.rawValue)
        number(",\"bytes\":", record.bodyLength)
        number(",\"microseconds\":", record.microseconds)
        if let failure = record.failure { text(",\"failure\":", failure) }
        bytes.append(UInt8(ascii: "}"))
    }
}
