import FormworkHTTP
import Groundwork

/// Cookies that are read, written and read again are the same.
func feedCookie(_ bytes: [UInt8]) {
    var headers = Headers()
    for line in bytes.split(separator: 0x0A) {
        headers.add(.cookie, String(decoding: line, as: UTF8.self))
    }
    let pairs = Cookies.parse(headers)
    let text = pairs.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    let again = Cookies.parse([.cookie: text])
    expect(again.elementsEqual(pairs, by: ==), "\(pairs) became \(again)")
}

/// A media type that is read, written and read again is the same; `Accept` chooses what is offered.
func feedMedia(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let type = MediaType(text) {
        expect(MediaType(type.description) == type, "\(text) became \(type)")
        _ = try? MultipartDecoder(type, limits: Limits())
    }
    let offered = [MediaType.html, .json, .plainText]
    let chosen = Accept.preferred(text, among: offered)
    expect(chosen.map(offered.contains) != false, "\(text) chose \(String(describing: chosen))")
    expect(
        Accept.preferred("\(text),", among: offered) == chosen || text.utf8.contains(0x22),
        "a comma behind \(text) changes what is chosen")
}

/// Fields that hold ranges, tags, dates, authorities and addresses are read without harm.
func feedFields(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let range = ByteRange(text) {
        for length in [0, 1, 1000, Int.max] {
            guard let resolved = range.resolved(in: length) else { continue }
            expect(
                resolved.lowerBound >= 0 && resolved.upperBound <= length && !resolved.isEmpty,
                "\(text) is \(resolved) of \(length)")
        }
    }
    if let tag = EntityTag(parsing: text) {
        expect(EntityTag.List(tag.description).containsWeakly(tag), "\(text) became \(tag)")
    }
    _ = EntityTag.List(text)
    let now = Timestamp(milliseconds: 1_795_996_200_000)
    if let date = Timestamp(httpDate: text, now: now) {
        expect(Timestamp(httpDate: date.imfFixdate, now: now) == date, "\(text) became \(date)")
    }
    if let authority = Authority(text) {
        expect(Authority(authority.description) == authority, "\(text) became \(authority)")
    }
    if let address = IPAddress(text) {
        expect(IPAddressRange(text)?.contains(address) == true, "\(text) isn't in itself")
    }
    _ = IPAddressRange(text)
    guard let loopback = IPAddressRange("127.0.0.0/8"),
        var request = try? Request(target: "/", peer: "127.0.0.1")
    else { return }
    for name in [HeaderName.xForwardedFor, .xForwardedProto, .xForwardedHost] {
        request.headers.add(name, text)
    }
    TrustedProxies([loopback]).complete(&request)
    expect(IPAddress(request.peer) != nil, "\(text) made \(request.peer) the peer")
}

/// A target never climbs, hides nothing, and what is read of it reads the same again.
func feedTarget(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    for method in [Method.get, .options, .connect] {
        guard let request = try? Request(method: method, target: text) else { continue }
        let target = request.target
        for segment in target.segments {
            expect(segment != ".." && !segment.utf8.contains(0x2F), "\(text) holds \(segment)")
            expect(segment.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "\(text) hides \(segment)")
        }
        let again = try? Request(method: method, target: target.description).target
        expect(
            again?.segments == target.segments && again?.query == target.query
                && again?.rawPath == target.rawPath, "\(text) became \(String(describing: again))")
        _ = try? request.queryItems()
    }
}
