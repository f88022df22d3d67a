internal import FormworkRecords
import Groundwork
import System

@testable import FormworkStore

/// A file that the tests keep.
let picture = Array("not really a picture".utf8)

extension Store {
    /// Keeps a file and waits for it.
    func keepNow(_ bytes: [UInt8]) throws(CommitError) -> AttachmentHold {
        let answer = SignalledLock<Result<AttachmentHold, CommitError>?>(nil)
        keep(.bytes(bytes)) { result in answer.change { $0 = result } }
        let result = answer.wait(atMost: nil) { $0 }
        return try (result ?? .failure(.closed)).get()
    }
}

extension Change {
    /// Saves a new book that names files.
    static func book(_ title: String, files: [String]) -> Change {
        .create(type: "books", document: ["title": .string(title)], attachments: files)
    }

    /// Gives a book other files.
    static func refile(_ id: String, _ files: [String]) -> Change {
        .update(type: "books", id: id, expectedRevision: nil, document: [:], attachments: files)
    }
}

extension SimulatedFileSystem {
    /// The paths of all kept files and drafts.
    var blobs: Set<String> {
        Set(disk.files.keys.filter { $0.contains("/blobs/") })
    }
}

/// What the tests of kept files share.
enum Attachments {
    static func path(_ bytes: [UInt8]) -> String {
        AttachmentFiles(in: Folder(path: simulatedFolder, fileSystem: SimulatedFileSystem()))
            .path(AttachmentDigest(SHA256.hash(bytes)))
    }

    /// Waits until the keeper has done its jobs and those that they caused.
    static func settle(_ store: Store) {
        for _ in 0..<2 {
            let unreadable = OpenFile(descriptor: -1, offset: 0, length: 1) { _ in }
            let isDone = SignalledLock(false)
            store.keep(.file(unreadable)) { _ in isDone.change { $0 = true } }
            _ = isDone.wait(atMost: nil) { $0 ? true : nil }
        }
    }

    static func bytes(_ store: Store, _ digest: String) throws -> [UInt8]? {
        guard let content = try store.attachment(digest) else { return nil }
        var bytes: [UInt8] = []
        try content.forEachPiece(store.share.attachments.files.fileSystem) { bytes += $0 }
        return bytes
    }
}
