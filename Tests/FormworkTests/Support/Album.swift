import Formwork
import Testing

/// A record with a file, and one further down.
struct Album: Sendable, Equatable {
    var title = ""
    var cover: FileReference?
    var inner = Inner()

    struct Inner: Sendable, Equatable {
        var back: FileReference?
    }
}

/// Its form.
let albumForm = FormDefinition(starting: Album()) { album in
    Form("Add an album") {
        TextInputField("Title", text: album.title).isMandatory()
        FileField("Cover", file: album.cover, accepting: [.png, .gif], atMost: 1_536)
            .help("The front")
        FileField("Back", file: album.inner.back, atMost: 5 << 20)
    }
}

/// Some digest.
let digest = String(repeating: "0123456789abcdef", count: 4)
/// How files begin.
let png = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] as [UInt8]
let gif = Array("GIF89a".utf8)

/// A file that may be kept.
func reference(
    _ type: ImageType = .png, size: Int = 20, digest: String = digest
) throws -> FileReference {
    try #require(FileReference(digest: digest, type: type, size: size))
}

/// A submission of a page: texts, and files as name, size and first bytes.
func submission(
    _ fields: KeyValuePairs<String, String> = ["title": "A"],
    _ files: [(String, Int, [UInt8])] = [], present: [RawText: FileReference] = [:],
    kept: [String: FileReference] = [:]
) -> Submission {
    var submission = Submission(
        fields: fields.map { (name: RawText($0.key), value: RawText($0.value)) })
    for (name, size, start) in files {
        submission.files.add(ReceivedFile(size: size, startingWith: start), for: RawText(name))
    }
    submission.files.present = present
    submission.files.kept = kept
    return submission
}

extension Submission {
    /// What an album becomes.
    func bound(to record: Album? = nil) -> (record: Album, state: FormState) {
        albumForm.bind(self, to: record, in: EnvironmentValues())
    }
}
