import FormworkHTTP
import Groundwork
import Testing

@Suite struct ConditionTests {
    typealias Outcome = SelectedRepresentation.Outcome

    /// A request's conditions, and what they come to.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let method: FormworkHTTP.Method
        let fields: [(HeaderName, String)]
        let expected: Outcome

        init(_ id: String, _ fields: [(HeaderName, String)], _ expected: Outcome) {
            self.init(id, .get, fields, expected)
        }

        init(
            _ id: String, _ method: FormworkHTTP.Method, _ fields: [(HeaderName, String)],
            _ expected: Outcome
        ) {
            testDescription = "row \(id)"
            self.method = method
            self.fields = fields
            self.expected = expected
        }
    }

    static let before = "Sun, 06 Nov 1994 08:49:36 GMT"
    static let same = "Sun, 06 Nov 1994 08:49:37 GMT"
    static let after = "Sun, 06 Nov 1994 08:49:38 GMT"
    static let future = "Fri, 31 Dec 9999 23:59:59 GMT"

    private func outcome(
        _ row: Row, _ modified: Timestamp? = Timestamp(rfc3339: "1994-11-06T08:49:37.900Z"),
        length: Int = 1000
    ) throws -> Outcome {
        var headers: Headers = [:]
        for (name, value) in row.fields { headers.add(name, value) }
        let request = try Request(method: row.method, target: "/f.txt", headers: headers)
        return SelectedRepresentation(tag: EntityTag("e"), modified: modified, length: length)
            .outcome(of: request)
    }

    @Test("Conditions come to what the table says", arguments: conditions + order + ranges)
    func rows(row: Row) throws {
        #expect(try outcome(row) == row.expected)
    }

    static let conditions: [Row] = [
        Row("116: none", [], .whole),
        Row("117: same tag", [(.ifNoneMatch, "\"e\"")], .notModified),
        Row("117: weak", [(.ifNoneMatch, "W/\"e\"")], .notModified),
        Row("117: in a list", [(.ifNoneMatch, "\"x\", \"e\"")], .notModified),
        Row("117: in two lines", [(.ifNoneMatch, "\"x\""), (.ifNoneMatch, "\"e\"")], .notModified),
        Row("117: any", [(.ifNoneMatch, "*")], .notModified),
        Row("117: HEAD", .head, [(.ifNoneMatch, "\"e\"")], .notModified),
        Row("117: PUT", .put, [(.ifNoneMatch, "\"e\"")], .preconditionFailed),
        Row("117: POST if there is none", .post, [(.ifNoneMatch, "*")], .preconditionFailed),
        Row("118: no quotes", [(.ifNoneMatch, "e")], .whole),
        Row("118: another", [(.ifNoneMatch, "\"x\"")], .whole),
        Row("118: empty", [(.ifNoneMatch, "")], .whole),
        Row("120: same date", [(.ifModifiedSince, same)], .notModified),
        Row("120: later", [(.ifModifiedSince, after)], .notModified),
        Row("120: in the future", [(.ifModifiedSince, future)], .notModified),
        Row("120: earlier", [(.ifModifiedSince, before)], .whole),
        Row("120: HEAD", .head, [(.ifModifiedSince, same)], .notModified),
        Row("120: RFC 850", [(.ifModifiedSince, "Sunday, 06-Nov-94 08:49:37 GMT")], .notModified),
        Row("120: asctime", [(.ifModifiedSince, "Sun Nov  6 08:49:37 1994")], .notModified),
        Row("121: garbage", [(.ifModifiedSince, "yesterday")], .whole),
        Row("121: a list", [(.ifModifiedSince, "\(same), \(same)")], .whole),
        Row("121: two lines", [(.ifModifiedSince, same), (.ifModifiedSince, same)], .whole),
        Row("121: POST", .post, [(.ifModifiedSince, same)], .whole),
        Row("122: another", [(.ifMatch, "\"x\"")], .preconditionFailed),
        Row("122: weak", [(.ifMatch, "W/\"e\"")], .preconditionFailed),
        Row("122: no quotes", [(.ifMatch, "e")], .preconditionFailed),
        Row("122: same", [(.ifMatch, "\"e\"")], .whole),
        Row("122: in a list", [(.ifMatch, "\"x\",\"e\"")], .whole),
        Row("122: any", [(.ifMatch, "*")], .whole),
        Row("122: POST", .post, [(.ifMatch, "\"x\"")], .preconditionFailed),
        Row("unmodified since: same", [(.ifUnmodifiedSince, same)], .whole),
        Row("unmodified since: later", [(.ifUnmodifiedSince, after)], .whole),
        Row("unmodified since: earlier", [(.ifUnmodifiedSince, before)], .preconditionFailed),
        Row("unmodified since: POST", .post, [(.ifUnmodifiedSince, before)], .preconditionFailed),
        Row("unmodified since: garbage", [(.ifUnmodifiedSince, "x")], .whole),
    ]

    static let order: [Row] = [
        Row(
            "119: another tag, same date", [(.ifNoneMatch, "\"x\""), (.ifModifiedSince, same)],
            .whole),
        Row(
            "119: same tag, earlier date", [(.ifModifiedSince, before), (.ifNoneMatch, "\"e\"")],
            .notModified),
        Row(
            "order: If-Match goes before If-Unmodified-Since",
            [(.ifUnmodifiedSince, before), (.ifMatch, "\"e\"")], .whole),
        Row(
            "order: If-Match goes before If-None-Match",
            [(.ifNoneMatch, "\"e\""), (.ifMatch, "\"x\"")], .preconditionFailed),
        Row(
            "order: both tags are the same", [(.ifNoneMatch, "\"e\""), (.ifMatch, "\"e\"")],
            .notModified),
        Row(
            "order: conditions go before the range",
            [(.range, "bytes=0-8"), (.ifNoneMatch, "\"e\"")], .notModified),
        Row(
            "order: a failed condition goes before a range of nothing",
            [(.range, "bytes=1000-"), (.ifMatch, "\"x\"")], .preconditionFailed),
        Row(
            "order: a condition that holds lets the range be",
            [(.range, "bytes=0-8"), (.ifMatch, "\"e\"")], .part(0..<9)),
    ]

    static let ranges: [Row] = [
        Row("124: a part", [(.range, "bytes=990-1990")], .part(990..<1000)),
        Row("125: nothing", [(.range, "bytes=1000-")], .rangeNotSatisfiable),
        Row("126: bad", [(.range, "bytes=5-2")], .whole),
        Row("127: two", [(.range, "bytes=0-1,4-5")], .whole),
        Row("127: two lines", [(.range, "bytes=0-1"), (.range, "bytes=4-5")], .whole),
        Row("128: HEAD", .head, [(.range, "bytes=0-8")], .whole),
        Row("128: HEAD, nothing", .head, [(.range, "bytes=1000-")], .whole),
        Row("128: POST", .post, [(.range, "bytes=0-8")], .whole),
        Row("129: same tag", [(.range, "bytes=0-8"), (.ifRange, "\"e\"")], .part(0..<9)),
        Row("129: another tag", [(.range, "bytes=0-8"), (.ifRange, "\"x\"")], .whole),
        Row("129: weak", [(.range, "bytes=0-8"), (.ifRange, "W/\"e\"")], .whole),
        Row("129: a list", [(.range, "bytes=0-8"), (.ifRange, "\"e\", \"x\"")], .whole),
        Row("129: any", [(.range, "bytes=0-8"), (.ifRange, "*")], .whole),
        Row("129: garbage", [(.range, "bytes=0-8"), (.ifRange, "e")], .whole),
        Row("129: same date", [(.range, "bytes=0-8"), (.ifRange, same)], .part(0..<9)),
        Row("129: older date", [(.range, "bytes=0-8"), (.ifRange, before)], .whole),
        Row("129: newer date", [(.range, "bytes=0-8"), (.ifRange, after)], .whole),
        Row("129: nothing, another tag", [(.range, "bytes=1000-"), (.ifRange, "\"x\"")], .whole),
        Row(
            "129: nothing, same tag", [(.range, "bytes=1000-"), (.ifRange, "\"e\"")],
            .rangeNotSatisfiable),
        Row("129: without a range", [(.ifRange, "\"x\"")], .whole),
    ]

    @Test(
        "Without a date no condition on dates holds or fails",
        arguments: [
            Row("since", [(.ifModifiedSince, future)], .whole),
            Row("unmodified", [(.ifUnmodifiedSince, before)], .whole),
            Row("range", [(.range, "bytes=0-8"), (.ifRange, same)], .whole),
        ])
    func undated(row: Row) throws {
        #expect(try outcome(row, nil) == row.expected)
    }

    @Test("Of nothing there are no parts", arguments: ["bytes=0-", "bytes=0-0", "bytes=-1"])
    func empty(range: String) throws {
        #expect(try outcome(Row("", [(.range, range)], .whole), length: 0) == .whole)
    }

    @Test("A file from before 1970 is compared in whole seconds as well")
    func old() throws {
        let moment = Timestamp(milliseconds: -500)
        let row = Row("", [(.ifModifiedSince, moment.imfFixdate)], .notModified)
        #expect(try outcome(row, moment) == .notModified)
    }
}
