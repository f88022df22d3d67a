/// The words of a folded text: what a search looks for, and where it may find it.
package enum SearchWords {
    /// Cuts a folded text into its runs of letters and digits.
    ///
    /// - Parameter text: The folded text, in UTF-8.
    /// - Returns: Where each run stands.
    package static func runs(in text: Span<UInt8>) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start: Int?
        // Where signs such as those of C++ begin, which belong to the word if nothing follows them.
        var signs: Int?
        walk(text) { scalar, offset in
            if start != nil, isEnding(scalar) {
                signs = signs ?? offset
            } else if isPart(scalar, ofRun: start != nil) {
                if let first = start, let end = signs {
                    runs.append(first..<end)
                    start = offset
                }
                signs = nil
                start = start ?? offset
            } else if let first = start {
                runs.append(first..<offset)
                (start, signs) = (nil, nil)
            }
        }
        if let start { runs.append(start..<text.count) }
        return runs
    }

    /// Whether a sign may end a word, as in C++ and C#.
    private static func isEnding(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "+" || scalar == "#"
    }

    /// Tells where the words of a folded text begin.
    ///
    /// In scripts that put no space between words each character begins one.
    ///
    /// - Parameters:
    ///   - text: The folded text, in UTF-8.
    ///   - body: Called with the place of each first byte, in order.
    package static func forEachStart(in text: Span<UInt8>, _ body: (Int) -> Void) {
        var isInRun = false
        var wasSpaceless = false
        walk(text) { scalar, offset in
            guard isPart(scalar, ofRun: isInRun) else {
                isInRun = false
                return
            }
            let isSpaceless = hasNoSpaces(scalar)
            let isLetter = scalar.isASCII || !isMark(scalar)
            if !isInRun || isLetter && (isSpaceless || wasSpaceless) { body(offset) }
            isInRun = true
            if isLetter { wasSpaceless = isSpaceless }
        }
    }

    /// Stands before each added word; it sorts before every byte of a folded text, so that the words behind
    /// it change no text's order among others.
    package static let separator: UInt8 = 1

    /// Adds the words that an apostrophe parts once more without it, as many people type them.
    ///
    ///     "don't panic"  // becomes "don't panic\u{1}dont": don, t and dont begin a word
    ///
    /// - Parameter text: The folded text, in UTF-8; gets the words, each behind a separator.
    package static func addJoined(to text: inout [UInt8]) {
        guard text.contains(UInt8(ascii: "'")) else { return }
        var joined: [UInt8] = []
        var last: Range<Int>?
        var isOpen = false
        for run in runs(in: text.span) {
            if let last, isApostrophe(text[last.upperBound..<run.lowerBound]) {
                if !isOpen { joined += [separator] + text[last] }
                joined += text[run]
                isOpen = true
            } else {
                isOpen = false
            }
            last = run
        }
        text += joined
    }

    private static func isApostrophe(_ sign: ArraySlice<UInt8>) -> Bool {
        sign.elementsEqual("'".utf8)
    }

    private static func walk(
        _ text: Span<UInt8>, _ body: (Unicode.Scalar, Int) -> Void
    ) {
        var index = 0
        while index < text.count, text[index] < 0x80 {
            body(Unicode.Scalar(text[index]), index)
            index += 1
        }
        guard index < text.count else { return }
        let rest = text.extracting(droppingFirst: index)
        guard let valid = try? UTF8Span(validating: rest) else { return }
        var scalars = valid.makeUnicodeScalarIterator()
        while let scalar = scalars.next() {
            body(scalar, index)
            index += UTF8.width(scalar)
        }
    }

    private static func isPart(_ scalar: Unicode.Scalar, ofRun isInRun: Bool) -> Bool {
        if scalar.isASCII {
            return switch UInt8(truncatingIfNeeded: scalar.value) {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
            default: false
            }
        }
        let properties = scalar.properties
        if properties.isAlphabetic || properties.numericType != nil || isPicture(scalar) {
            return true
        }
        return isInRun && isMark(scalar)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// Whether it is an emoji or another picture, which is a word of its own.
    private static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .otherSymbol
    }

    /// Whether a script puts no space between words: Thai, Lao, Burmese, Khmer, Chinese and Japanese.
    private static func hasNoSpaces(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x0E00: false
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x31F0...0x31FF:
            true
        default: scalar.properties.isIdeographic || isPicture(scalar)
        }
    }
}
