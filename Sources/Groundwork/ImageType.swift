/// The kinds of image that every browser shows and that hold no program, named by their media types.
///
/// A kind is told by the first bytes of a file alone; what a client says of it, and its name, count for
/// nothing. SVG isn't among them: it's a document that may hold scripts.
public enum ImageType: String, Sendable, Equatable, CaseIterable {
    /// Portable Network Graphics.
    case png = "image/png"
    /// JPEG.
    case jpeg = "image/jpeg"
    /// Graphics Interchange Format.
    case gif = "image/gif"
    /// WebP.
    case webp = "image/webp"

    /// How many bytes tell all kinds apart.
    package static let signatureLength = 14

    /// Tells the kind of a file; `nil` where it's none of these images.
    ///
    /// - Parameter start: The first bytes of the file, `signatureLength` of them if it has as many.
    package init?(startingWith start: [UInt8]) {
        let kind = Self.allCases.first { kind in
            kind.signatures.contains { signature in
                signature.count <= start.count
                    && zip(signature, start).allSatisfy { $0 == nil || $0 == $1 }
            }
        }
        guard let kind else { return nil }
        self = kind
    }

    /// The name as people know it, such as `PNG`.
    public var name: String {
        switch self {
        case .png: "PNG"
        case .jpeg: "JPEG"
        case .gif: "GIF"
        case .webp: "WebP"
        }
    }

    /// What a file of this kind is called by after its last dot.
    package var fileExtension: String {
        switch self {
        case .png: "png"
        case .jpeg: "jpg"
        case .gif: "gif"
        case .webp: "webp"
        }
    }

    /// The first bytes of a file of this kind; `nil` matches any byte
    /// (https://mimesniff.spec.whatwg.org, section 6.1).
    private var signatures: [[UInt8?]] {
        switch self {
        case .png: [[0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]]
        case .jpeg: [[0xFF, 0xD8, 0xFF]]
        case .gif: ["GIF87a", "GIF89a"].map { Array($0.utf8) }
        case .webp:
            [Array("RIFF".utf8) + [UInt8?](repeating: nil, count: 4) + Array("WEBPVP".utf8)]
        }
    }
}
