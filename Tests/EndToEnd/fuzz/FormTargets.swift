import FormworkHTTP
import Groundwork

/// A form that is read, written and read again is the same.
func feedURLEncoded(_ bytes: [UInt8]) {
    guard let pairs = try? FormURLEncoded.parse(bytes.span, limits: Limits()) else { return }
    let text = FormURLEncoded.encode(pairs.map { ($0.name.unbounded, $0.value.unbounded) })
    expect(text.utf8.allSatisfy { 0x21...0x7E ~= $0 }, "\(pairs) became \(text)")
    let again = try? FormURLEncoded.parse(text.utf8Span.span, limits: Limits())
    expect(again?.elementsEqual(pairs, by: ==) == true, "\(pairs) became \(text)")
}

/// JSON that is read, written and read again is the same.
func feedJSON(_ bytes: [UInt8]) {
    guard let value = try? JSON.parse(bytes) else { return }
    expect((try? JSON.parse(value.bytes)) == value, "\(value) became \(value.bytes)")
}

/// What a multipart body comes to.
private struct Parts: Equatable {
    var parts: [(text: String, data: [UInt8])] = []
    var ending = "unfinished"

    /// Gives a body to a decoder in pieces.
    init(_ type: MediaType, _ body: [UInt8], ends: [Int]) {
        guard var decoder = try? MultipartDecoder(type, limits: Limits()) else { return }
        var pending: [UInt8] = []
        var start = 0
        let places = ends + [body.count]
        for (number, end) in places.enumerated() {
            pending += body[start..<end]
            start = end
            guard drain(&decoder, &pending, isLast: number == places.count - 1) else { return }
        }
    }

    private mutating func drain(
        _ decoder: inout MultipartDecoder, _ pending: inout [UInt8], isLast: Bool
    ) -> Bool {
        while true {
            let (consumed, outcome) = decoder.decode(pending.span, isLast: isLast)
            expect(0...pending.count ~= consumed, "consumed \(consumed) of \(pending.count)")
            if case .data(let range) = outcome {
                expect(!parts.isEmpty, "data without a part")
                parts[parts.count - 1].data += pending[range]
            }
            pending.removeFirst(consumed)
            switch outcome {
            case .data: continue
            case .part(let part): parts.append(("\(part)", []))
            case .needsMore: return true
            case .end:
                ending = "end"
                return false
            case .malformed(let failure):
                ending = "\(failure)"
                return false
            }
        }
    }

    static func == (left: Parts, right: Parts) -> Bool {
        left.ending == right.ending && left.parts.elementsEqual(right.parts, by: ==)
    }
}

/// Parts are the same wherever the body is cut, and between other boundaries.
func feedMultipart(_ bytes: [UInt8]) {
    let (rest, ends) = cuts(bytes)
    guard let type = MediaType("multipart/form-data; boundary=b"),
        let other = MediaType("multipart/form-data; boundary=\"another one\"")
    else { return }
    let whole = Parts(type, rest, ends: [])
    let cut = Parts(type, rest, ends: ends)
    expect(whole == cut, "cut at \(ends): \(whole) became \(cut)")
    guard whole.ending == "end" else { return }
    var body: [UInt8] = []
    for part in whole.parts {
        body += Array("--another one\r\nContent-Disposition: form-data; name=x\r\n\r\n".utf8)
        body += part.data + Array("\r\n".utf8)
    }
    body += Array("--another one--".utf8)
    let again = Parts(other, body, ends: ends.filter { $0 < body.count })
    expect(again.parts.map(\.data) == whole.parts.map(\.data), "\(whole) became \(again)")
}
