internal import Groundwork

/// The members of a line, a header or an operation, found in one walk that ends before the document.
struct LineFields {
    private(set) var version: Int?
    private(set) var sequence: Int?
    private(set) var batch: Int?
    private(set) var first: Int?
    private(set) var segment: Int?
    private(set) var revision: Int?
    private(set) var operation: UInt64 = 0
    private(set) var type: Range<Int>?
    private(set) var id: RecordID?
    private(set) var lastID: RecordID?
    private(set) var operations: [Range<Int>]?
    private(set) var files: Range<Int>?
    private(set) var changes: Range<Int>?
    private(set) var count: Int?
    private(set) var isClean = false
    private var format: Range<Int>?

    /// The word of an operation that saves.
    static let put = word("put")
    /// The word of an operation that removes.
    static let del = word("del")

    /// Walks an object; what isn't there or has another kind stays `nil`.
    ///
    /// - Parameters:
    ///   - bytes: The bytes in which it stands.
    ///   - range: Where it stands, from brace to brace.
    ///   - isSnapshot: Whether it is a record of a snapshot, which has no operation.
    init(_ bytes: Span<UInt8>, in range: Range<Int>, isSnapshot: Bool = false) {
        let names = Self.names
        var scanner = ObjectScanner(range)
        while let name = scanner.nextName(in: bytes) {
            let word = Self.word(bytes, name)
            if word == names.doc, isComplete, isSnapshot || operation != 0 { return }
            if word == names.ops, let elements = scanner.nextElements(in: bytes) {
                operations = elements
                continue
            }
            guard let value = scanner.nextValue(in: bytes) else { return }
            switch word {
            case names.v: version = ASCII.number(bytes, value)
            case names.seq: sequence = ASCII.number(bytes, value)
            case names.batch: batch = ASCII.number(bytes, value)
            case names.first: first = ASCII.number(bytes, value)
            case names.segment: segment = ASCII.number(bytes, value)
            case names.revision: revision = ASCII.number(bytes, value)
            case names.op: operation = Self.word(bytes, Self.text(bytes, value))
            case names.type: type = Self.text(bytes, value)
            case names.id: id = RecordID(bytes.extracting(Self.text(bytes, value)))
            case names.lastID: lastID = RecordID(bytes.extracting(Self.text(bytes, value)))
            case names.format: format = Self.text(bytes, value)
            case names.count: count = ASCII.number(bytes, value)
            case names.clean: isClean = Self.word(bytes, value) == names.true
            case names.types: changes = bytes[value.lowerBound] == UInt8(ascii: "{") ? value : nil
            case names.files: files = bytes[value.lowerBound] == UInt8(ascii: "[") ? value : nil
            default: break
            }
        }
    }

    /// Refuses a line that doesn't say its version, or one that isn't known.
    func requireVersion() throws(UnusableLine) {
        guard let version else { throw .unreadable("it has no version") }
        try UnusableLine.requireKnown(version)
    }

    /// The files that the record names.
    ///
    /// - Parameter bytes: The bytes in which the object stands.
    /// - Returns: What they are known by.
    func digests(in bytes: Span<UInt8>) -> [AttachmentDigest] {
        guard let files else { return [] }
        var digests: [AttachmentDigest] = []
        var scanner = ObjectScanner(files)
        while let value = scanner.nextValue(in: bytes) {
            let text = bytes.extracting(Self.text(bytes, value))
            if let digest = AttachmentDigest(text) { digests.append(digest) }
        }
        return digests
    }

    /// Whether nothing that counts can follow in a line that this version wrote.
    private var isComplete: Bool { revision != nil && id != nil && type != nil }

    /// Whether the object names a type.
    ///
    /// - Parameters:
    ///   - name: The type.
    ///   - bytes: The bytes in which the object stands.
    /// - Returns: Whether it does.
    func isOf(_ name: String, in bytes: Span<UInt8>) -> Bool {
        guard let type, type.count == name.utf8.count else { return false }
        var index = type.lowerBound
        for byte in name.utf8 {
            guard bytes[index] == byte else { return false }
            index += 1
        }
        return true
    }

    /// Whether the object is a header that names a format.
    ///
    /// - Parameters:
    ///   - name: The name of the format.
    ///   - bytes: The bytes in which the object stands.
    /// - Returns: Whether it does.
    func isFormat(_ name: String, in bytes: Span<UInt8>) -> Bool {
        guard let format else { return false }
        return String(decoding: format.map { bytes[$0] }, as: UTF8.self) == name
    }

    /// Finds the document of a sealed object.
    ///
    /// - Parameters:
    ///   - bytes: The bytes in which the object stands.
    ///   - range: Where it stands, from brace to brace.
    /// - Returns: Where the document stands; `nil` where there is none.
    static func document(_ bytes: Span<UInt8>, in range: Range<Int>) -> Range<Int>? {
        var scanner = ObjectScanner(range)
        while let name = scanner.nextName(in: bytes), let value = scanner.nextValue(in: bytes) {
            if word(bytes, name) == names.doc { return value }
        }
        return nil
    }

    /// Finds when the record of a sealed object was saved first.
    ///
    /// - Parameters:
    ///   - bytes: The bytes in which the object stands.
    ///   - range: Where it stands, from brace to brace.
    /// - Returns: The moment; `nil` where it can't be read.
    static func createdAt(_ bytes: Span<UInt8>, in range: Range<Int>) -> Timestamp? {
        var scanner = ObjectScanner(range)
        while let name = scanner.nextName(in: bytes), let value = scanner.nextValue(in: bytes) {
            guard name.count == createdAtName.count,
                name.allSatisfy({ bytes[$0] == createdAtName[$0 - name.lowerBound] })
            else { continue }
            let moment = text(bytes, value).map { bytes[$0] }
            return Timestamp(rfc3339: String(decoding: moment, as: UTF8.self))
        }
        return nil
    }

    private static let createdAtName = Array("createdAt".utf8)

    /// Whether a name is of a member that only a journal has, or that every object gets anew.
    ///
    /// - Parameters:
    ///   - name: Where the name stands.
    ///   - bytes: The bytes in which it stands.
    /// - Returns: Whether a snapshot's line leaves it out.
    static func isOfJournal(_ name: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        switch word(bytes, name) {
        case names.v, names.seq, names.batch, names.first, names.at, names.op, names.crc: true
        default: false
        }
    }

    /// The inside of a string's quotes; empty where the value is no string.
    private static func text(_ bytes: Span<UInt8>, _ value: Range<Int>) -> Range<Int> {
        guard value.count >= 2, bytes[value.lowerBound] == UInt8(ascii: "\"") else {
            return value.lowerBound..<value.lowerBound
        }
        return value.lowerBound + 1..<value.upperBound - 1
    }

    /// Up to eight bytes as one number; longer names are 0, which no known name is.
    private static func word(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
        guard range.count <= 8 else { return 0 }
        var word: UInt64 = 0
        for index in range { word = word << 8 | UInt64(bytes[index]) }
        return word
    }

    private static func word(_ text: String) -> UInt64 {
        text.utf8.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Looked up once for each walk, since each look costs a check whether they are there yet.
    private static let names = Names()

    private struct Names {
        let v = LineFields.word("v")
        let seq = LineFields.word("seq")
        let batch = LineFields.word("batch")
        let first = LineFields.word("first")
        let segment = LineFields.word("segment")
        let format = LineFields.word("format")
        let count = LineFields.word("count")
        let clean = LineFields.word("clean")
        let types = LineFields.word("types")
        let at = LineFields.word("at")
        let crc = LineFields.word("crc")
        let lastID = LineFields.word("lastId")
        let files = LineFields.word("files")
        let op = LineFields.word("op")
        let ops = LineFields.word("ops")
        let type = LineFields.word("type")
        let id = LineFields.word("id")
        let revision = LineFields.word("revision")
        let doc = LineFields.word("doc")
        let `true` = LineFields.word("true")
    }
}
