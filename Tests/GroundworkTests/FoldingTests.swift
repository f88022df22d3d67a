import TestSupport
import Testing

@testable import Groundwork

@Suite struct FoldingTests {
    private static func folded(_ text: String) -> String {
        var bytes: [UInt8] = []
        Folding.append(text.utf8Span.span, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "Case, accents and width don't count",
        arguments: [
            ("", ""), ("Emma", "emma"), ("BRONT\u{CB}", "bronte"), ("Bronte\u{308}", "bronte"),
            ("Stra\u{DF}e", "strasse"), ("STRASSE", "strasse"), ("STRA\u{1E9E}E", "strasse"),
            ("\u{130}zmir", "izmir"), ("\u{131}zm\u{131}r", "izmir"), ("IZMIR", "izmir"),
            ("\u{39F}\u{394}\u{3A5}\u{3A3}\u{3A3}\u{395}\u{3A5}\u{3A3}", "οδυσσευσ"),
            ("Οδυσσεύς", "οδυσσευσ"), ("\u{1F84}", "αι"), ("\u{1FC3}", "ηι"), ("ΤῼΙ", "τωιι"),
            ("\u{6A9}\u{62A}\u{627}\u{628}\u{6CC}", "\u{643}\u{62A}\u{627}\u{628}\u{64A}"),
            ("\u{645}\u{62F}\u{631}\u{633}\u{629}", "\u{645}\u{62F}\u{631}\u{633}\u{647}"),
            ("\u{6F1}\u{669}\u{967}", "191"), ("\u{FF76}\u{FF9E}\u{FF7D}", "カ\u{3099}ス"),
            ("O\u{2019}Brien", "o'brien"), ("Wolf\u{2010}Hall", "wolf-hall"),
            ("\u{201C}A\u{201D} \u{AB}B\u{BB}", "\"a\" \"b\""), ("a\u{200B}b", "ab"),
            ("S\u{F8}ren", "soren"), ("\u{141}\u{F3}d\u{17A}", "lodz"), ("\u{C6}sop", "aesop"),
            ("\u{152}uvre", "oeuvre"), ("\u{DE}\u{F3}r", "thor"),
            ("\u{FB01}n", "fin"), ("\u{FF25}\u{FF4D}\u{FF11}", "em1"),
            ("Достое́вский", "достоевскии"), ("Й", "и"),
            ("soft\u{AD}hyphen", "softhyphen"), ("\u{2067}rtl\u{2069}", "rtl"),
            ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"), ("مـحـمـد", "محمد"),
            ("が", "か\u{3099}"), ("한국", "\u{1112}\u{1161}\u{11ab}\u{1100}\u{116e}\u{11a8}"),
            ("हिन्दी", "हिन्दी"), ("ปู่", "ปู่"),
            ("\u{1F600}", "\u{1F600}"), ("a\u{0}b\t", "a b "),
        ])
    func folding(_ text: String, _ expected: String) {
        #expect(Array(Self.folded(text).utf8) == Array(expected.utf8))
    }

    @Test func `What is folded stays as it is when it is folded again`() {
        var random = Seeded(7)
        for _ in 0..<20_000 {
            guard let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random))
            else { continue }
            let once = Self.folded(String(scalar))
            #expect(
                Array(Self.folded(once).utf8) == Array(once.utf8),
                "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test func `A hundred thousand marks fold away in a moment`() {
        #expect(Self.folded("a" + String(repeating: "\u{301}\u{323}", count: 50_000)) == "a")
    }

    @Test func `Bytes that are no UTF-8 fold to nothing`() {
        var bytes: [UInt8] = Array("x".utf8)
        let broken: [UInt8] = [0x61, 0xC3, 0x28]
        Folding.append(broken.span, to: &bytes)
        #expect(bytes == Array("x".utf8))
    }
}

@Suite struct SearchWordsTests {
    private static func parts(_ text: String) -> (runs: [String], starts: [Int]) {
        let bytes = Array(text.utf8)
        let runs = SearchWords.runs(in: bytes.span)
        var starts: [Int] = []
        SearchWords.forEachStart(in: bytes.span) { starts.append($0) }
        return (runs.map { String(decoding: bytes[$0], as: UTF8.self) }, starts)
    }

    @Test(
        "A text has runs of letters and digits, and words begin in them",
        arguments: [
            ("", [], []), ("  ,-! ", [], []), ("emma", ["emma"], [0]),
            (
                "moby-dick; or, the whale", ["moby", "dick", "or", "the", "whale"],
                [0, 5, 11, 15, 19]
            ),
            ("o'brien 1984", ["o", "brien", "1984"], [0, 2, 8]),
            ("οδυσσεια x", ["οδυσσεια", "x"], [0, 17]),
            ("吾輩は猫", ["吾輩は猫"], [0, 3, 6, 9]),
            ("tokyo東京2", ["tokyo東京2"], [0, 5, 8, 11]),
            ("か\u{3099}き", ["か\u{3099}き"], [0, 6]),
            ("हिन्दी", ["हिन्दी"], [0]), ("a \u{1F600} b", ["a", "\u{1F600}", "b"], [0, 2, 7]),
            ("a\u{1F600}b", ["a\u{1F600}b"], [0, 1, 5]),
            ("c++ and c#", ["c++", "and", "c#"], [0, 4, 8]),
            ("rock+roll", ["rock", "roll"], [0, 5]), ("+ 1+", ["1+"], [2]),
        ] as [(String, [String], [Int])])
    func words(_ text: String, _ runs: [String], _ starts: [Int]) {
        let parts = Self.parts(text)
        #expect(parts.runs == runs)
        #expect(parts.starts == starts)
    }
}

extension SearchWordsTests {
    @Test(
        "Words that an apostrophe parts come once more without it, behind the text",
        arguments: [
            ("emma", "emma"), ("", ""), ("don't panic", "don't panic\u{1}dont"),
            ("l'étranger d'albert", "l'étranger d'albert\u{1}létranger\u{1}dalbert"),
            ("rock'n'roll", "rock'n'roll\u{1}rocknroll"),
            ("'tis the dogs' ''a''", "'tis the dogs' ''a''"),
            ("a ' b", "a ' b"), ("x''y", "x''y"), ("…'", "…'"), ("“a”", "“a”"),
        ])
    func joined(_ text: String, _ expected: String) {
        var bytes = Array(text.utf8)
        SearchWords.addJoined(to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }
}

@Suite struct SortKeyTests {
    @Test func `Keys of numbers sort as the numbers do`() {
        var random = Seeded(3)
        var numbers: [ExactDecimal] = [
            0, 1, -1, 9, 10, 11, 255, 256, -255, -256, "0.5", "0.51", "0.501", "0.005", "-0.5",
            "-0.51", "-0.501", "-0.005", "4.5", "474", "1276", "0.000000000000000001",
            "-0.000000000000000001", "9223372036854775807", "-9223372036854775808",
            "9.223372036854775807", "-9.223372036854775808",
        ]
        for _ in 0..<300 {
            let digits = Int64.random(in: .min ... .max, using: &random)
            let size = Int64.random(in: 1...1_000_000_000_000, using: &random)
            let scale = Int.random(in: 0...18, using: &random)
            if let number = ExactDecimal(coefficient: Int128(digits / size), scale: scale) {
                numbers.append(number)
            }
        }
        func key(_ number: ExactDecimal) -> [UInt8] {
            var bytes: [UInt8] = []
            number.appendSortKey(to: &bytes)
            return bytes
        }
        let sorted = numbers.sorted()
        for (left, right) in zip(sorted, sorted.dropFirst()) {
            let isSmaller = key(left).lexicographicallyPrecedes(key(right))
            #expect(isSmaller == (left < right), "\(left) \(right)")
        }
    }
}
