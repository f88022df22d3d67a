internal import FormworkHTTP
internal import FormworkServer
internal import Groundwork

/// Writes a line for each answer, without anything secret: no header, no body, no query.
struct AccessLog: Sendable {
    let format: Settings.LogFormat

    /// Writes one line to standard output.
    func write(_ record: AccessRecord) {
        ServiceProcess.writeLine(line(record, at: Timestamp.now()))
    }

    /// The line of one answer.
    func line(_ record: AccessRecord, at time: Timestamp) -> String {
        let path = record.target.map { String($0.prefix { $0 != "?" }) }
        switch format {
        case .json:
            var document: JSON.Object = [
                "time": .string(time.rfc3339),
                "peer": .string(record.peer),
                "method": record.method.map { .string($0.rawValue) } ?? .null,
                "path": path.map(JSON.string) ?? .null,
                "status": .number(JSON.Number(record.status.rawValue)),
                "bytes": .number(JSON.Number(record.bodyLength)),
                "microseconds": .number(JSON.Number(Int(record.microseconds))),
            ]
            if let failure = record.failure { document["failure"] = .string(failure) }
            return String(decoding: JSON.object(document).bytes, as: UTF8.self)
        case .text:
            let request = [record.method?.rawValue, path].compactMap(\.self).joined(separator: " ")
            let failure = record.failure.map { " (\($0))" } ?? ""
            return """
                \(time.rfc3339) \(record.peer) \(request.isEmpty ? "-" : request) \
                \(record.status.rawValue) \(record.bodyLength) B \(record.microseconds) us\(failure)
                """
        }
    }
}
