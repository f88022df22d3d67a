extension Seal {
    /// Gives an object a new checksum, and one to each operation where it is a transaction.
    ///
    /// The document comes to the end: a start looks for nothing behind it.
    ///
    /// - Parameter object: Its text, valid JSON from brace to brace.
    /// - Returns: The object with all else as it was.
    static func renewed(_ object: [UInt8]) -> [UInt8] {
        renewed(object, in: 0..<object.count)
    }

    private static func renewed(_ bytes: [UInt8], in range: Range<Int>) -> [UInt8] {
        var new = [UInt8(ascii: "{")]
        var document: Range<Int>?
        var scanner = ObjectScanner(range)
        while let name = scanner.nextName(in: bytes.span),
            let value = scanner.nextValue(in: bytes.span)
        {
            if bytes[name].elementsEqual("crc".utf8) { continue }
            if bytes[name].elementsEqual("doc".utf8), document == nil {
                document = value
                continue
            }
            if new.count > 1 { new.append(UInt8(ascii: ",")) }
            new.append(contentsOf: bytes[name.lowerBound - 1...name.upperBound])
            new.append(UInt8(ascii: ":"))
            guard bytes[name].elementsEqual("ops".utf8) else {
                new.append(contentsOf: bytes[value])
                continue
            }
            var list = ObjectScanner(value)
            var operations: [[UInt8]] = []
            while let element = list.nextValue(in: bytes.span) {
                operations.append(renewed(bytes, in: element))
            }
            new += [UInt8(ascii: "[")] + operations.joined(separator: [UInt8(ascii: ",")])
            new.append(UInt8(ascii: "]"))
        }
        if let document {
            if new.count > 1 { new.append(UInt8(ascii: ",")) }
            new += Array(#""doc":"#.utf8)
            new.append(contentsOf: bytes[document])
        }
        close(&new, from: 0)
        return new
    }
}
