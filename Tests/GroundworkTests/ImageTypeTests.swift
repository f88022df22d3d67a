import Groundwork
import Testing

@Suite struct `The kind of an image` {
    /// Beginnings of files that can't be shorter, in Latin-1.
    private static let beginnings: [(String, ImageType)] = [
        ("\u{89}PNG\r\n\u{1A}\n", .png), ("\u{FF}\u{D8}\u{FF}", .jpeg), ("GIF87a", .gif),
        ("GIF89a", .gif), ("RIFF\u{0}\u{1}\u{FE}\u{FF}WEBPVP", .webp),
    ]

    @Test(arguments: beginnings)
    func `is told by its first bytes`(beginning: String, type: ImageType) {
        let start = beginning.unicodeScalars.map { UInt8($0.value) }
        #expect(start.count <= ImageType.signatureLength)
        #expect(ImageType(startingWith: start) == type)
        #expect(ImageType(startingWith: start + Array("8 <svg>".utf8)) == type)
        for length in start.indices {
            #expect(ImageType(startingWith: Array(start[..<length])) == nil)
        }
    }

    @Test(arguments: [
        "", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "<?xml version=\"1.0\"?><svg/>",
        "<!doctype html><script>", "GIF88a", "gif89a", "RIFF....WAVEfmt ", "RIFF....WEBP", "BM",
        "%PDF-1.7", " GIF89a", "\u{FEFF}GIF89a", "<?php GIF89a", "PNG", "\u{0}\u{0}\u{1}\u{0}",
    ])
    func `is none for whatever else`(start: String) {
        #expect(ImageType(startingWith: Array(start.utf8)) == nil)
    }

    @Test func `is none for a PNG whose line ends were changed on the way`() {
        let changed: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0A, 0x1A, 0x0A, 0x00]
        #expect(ImageType(startingWith: changed) == nil)
    }

    @Test func `has a media type, a name and an ending`() {
        #expect(
            ImageType.allCases.map(\.rawValue)
                == ["image/png", "image/jpeg", "image/gif", "image/webp"])
        #expect(ImageType.allCases.map(\.name) == ["PNG", "JPEG", "GIF", "WebP"])
        #expect(ImageType.allCases.map(\.fileExtension) == ["png", "jpg", "gif", "webp"])
        #expect(ImageType(rawValue: "image/svg+xml") == nil)
    }
}
