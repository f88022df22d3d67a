import Groundwork
import Testing

/// A text and its composed form, both as the scalars of Unicode's NormalizationTest.txt.
struct Composition: Sendable, CustomTestStringConvertible {
    let what: String
    let source: [Unicode.Scalar]
    let composed: [Unicode.Scalar]

    init(_ what: String, _ source: [Unicode.Scalar], _ composed: [Unicode.Scalar]) {
        self.what = what
        self.source = source
        self.composed = composed
    }

    var testDescription: String { what }
}

private let compositions: [Composition] = [
    Composition("nothing", [], []),
    Composition("ASCII", ["a", "\0", "~"], ["a", "\0", "~"]),
    Composition("composed already", ["\u{e9}"], ["\u{e9}"]),
    Composition("letter and mark", ["e", "\u{301}"], ["\u{e9}"]),
    Composition("mark below a composed letter", ["\u{1e0b}", "\u{323}"], ["\u{1e0d}", "\u{307}"]),
    Composition("marks in order", ["d", "\u{323}", "\u{307}"], ["\u{1e0d}", "\u{307}"]),
    Composition("marks out of order", ["d", "\u{307}", "\u{323}"], ["\u{1e0d}", "\u{307}"]),
    Composition(
        "marks out of order on what has no composition", ["q", "\u{307}", "\u{323}"],
        ["q", "\u{323}", "\u{307}"]),
    Composition("two marks into one letter", ["e", "\u{302}", "\u{323}"], ["\u{1ec7}"]),
    Composition(
        "three marks of three classes", ["a", "\u{315}", "\u{300}", "\u{5ae}", "b"],
        ["\u{e0}", "\u{5ae}", "\u{315}", "b"]),
    Composition("a mark that is cut off", ["a", "\u{328}", "\u{301}"], ["\u{105}", "\u{301}"]),
    Composition("angstrom, a singleton", ["\u{212b}"], ["\u{c5}"]),
    Composition("the same from its parts", ["A", "\u{30a}"], ["\u{c5}"]),
    Composition("kelvin, a singleton", ["\u{212a}"], ["K"]),
    Composition("ohm, a singleton", ["\u{2126}"], ["\u{3a9}"]),
    Composition("Greek question mark, a singleton", ["\u{37e}"], [";"]),
    Composition("a compatibility ideograph", ["\u{f900}"], ["\u{8c48}"]),
    Composition("Hangul L and V", ["\u{1100}", "\u{1161}"], ["\u{ac00}"]),
    Composition("Hangul L, V and T", ["\u{1100}", "\u{1161}", "\u{11a8}"], ["\u{ac01}"]),
    Composition("Hangul LV and T", ["\u{ac00}", "\u{11a8}"], ["\u{ac01}"]),
    Composition(
        "two Hangul syllables",
        ["\u{1112}", "\u{1161}", "\u{11ab}", "\u{1100}", "\u{1173}", "\u{11af}"],
        ["\u{d55c}", "\u{ae00}"]),
    Composition(
        "Hangul kept apart by a mark", ["\u{1100}", "\u{300}", "\u{1161}"],
        ["\u{1100}", "\u{300}", "\u{1161}"]),
    Composition("excluded from composition", ["\u{958}"], ["\u{915}", "\u{93c}"]),
    Composition("excluded mark of two", ["\u{344}"], ["\u{308}", "\u{301}"]),
    Composition("excluded above the BMP", ["\u{1d15e}"], ["\u{1d157}", "\u{1d165}"]),
    Composition("composed above the BMP", ["\u{110a5}", "\u{110ba}"], ["\u{110ab}"]),
    Composition("a Tibetan vowel of two parts", ["\u{f73}"], ["\u{f71}", "\u{f72}"]),
    Composition(
        "parts of Tibetan vowels out of order", ["\u{f75}", "\u{f81}", "\u{323}"],
        ["\u{f71}", "\u{f71}", "\u{f80}", "\u{f74}", "\u{323}"]),
    Composition(
        "a mark before a Tibetan vowel", ["\u{1100}", "\u{1f80}", "\u{f73}", "\u{300}"],
        ["\u{1100}", "\u{1f82}", "\u{f71}", "\u{f72}"]),
    Composition(
        "a starter between", ["\u{b47}", "\u{300}", "\u{b3e}"], ["\u{b47}", "\u{300}", "\u{b3e}"]),
    Composition("a ligature, which is only compatible", ["\u{fb01}"], ["\u{fb01}"]),
    Composition(
        "an emoji of several scalars", ["\u{1f469}", "\u{200d}", "\u{1f52c}"],
        ["\u{1f469}", "\u{200d}", "\u{1f52c}"]),
]

@Suite struct `Normalization form C` {
    @Test(arguments: compositions)
    func `composes and orders as Unicode says`(_ composition: Composition) {
        var source = String.UnicodeScalarView()
        source.append(contentsOf: composition.source)
        let composed = normalizedNFC(String(source))
        #expect(Array(composed.unicodeScalars) == composition.composed)
        #expect(Array(normalizedNFC(composed).unicodeScalars) == composition.composed)
    }

    @Test(arguments: compositions)
    func `works in the middle of a text`(_ composition: Composition) {
        var source = String.UnicodeScalarView("x\u{e9} ".unicodeScalars)
        source.append(contentsOf: composition.source)
        source.append(contentsOf: " y".unicodeScalars)
        let expected = Array("x\u{e9} ".unicodeScalars) + composition.composed + [" ", "y"]
        #expect(Array(normalizedNFC(String(source)).unicodeScalars) == expected)
    }

    @Test func `of any scalar is its own normal form`() {
        let unstable = (0...0x10FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init).filter
        {
            let once = normalizedNFC(String($0))
            return !Array(normalizedNFC(once).utf8).elementsEqual(once.utf8)
        }
        #expect(unstable == [])
    }

    /// Insertion would take minutes: half a million marks are what a body of one megabyte holds.
    @Test(.timeLimit(.minutes(1)))
    func `of half a million marks takes no more time than that of letters`() {
        let count = 250_000
        let marks = String(repeating: "\u{301}\u{323}", count: count)
        let above = String(repeating: "\u{301}", count: count)
        let below = String(repeating: "\u{323}", count: count)
        #expect(normalizedNFC("q" + marks).utf8.elementsEqual(("q" + below + above).utf8))
    }
}
