import FormworkHTTP
import FormworkRecords
import FormworkStore
import Foundation
import Groundwork
import TestSupport
import Testing

@testable import FormworkService

/// A good image of so many bytes, different for each mark.
func image(_ mark: UInt8 = 1, count: Int = 300) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: mark, count: count - 8)
}

/// A part of a form that is sent as a browser or curl does.
struct Part {
    let head: String
    let content: [UInt8]

    /// A text.
    static func text(_ name: String, _ value: String) -> Part {
        Part(head: "name=\"\(name)\"", content: Array(value.utf8))
    }

    /// A file with the name and the type that a client tells.
    static func file(
        _ name: String, _ content: [UInt8], called file: String = "x.png",
        as type: String = "image/png"
    ) -> Part {
        Part(
            head: "name=\"\(name)\"; filename=\"\(file)\"\r\nContent-Type: \(type)",
            content: content)
    }

    /// The body of several parts, whose boundary is `b`.
    static func body(_ parts: [Part]) -> [UInt8] {
        parts.flatMap { part in
            Array("--b\r\nContent-Disposition: form-data; \(part.head)\r\n\r\n".utf8)
                + part.content + Array("\r\n".utf8)
        } + Array("--b--\r\n".utf8)
    }
}

extension TestService {
    /// Posts a form in parts.
    func post(
        _ target: String, parts: [Part], _ headers: [(String, String)] = []
    ) throws -> TestAnswer {
        try ask(
            .post, target, [("Content-Type", "multipart/form-data; boundary=b")] + headers,
            body: Part.body(parts))
    }

    /// Adds an album and tells its path.
    func addAlbum(_ cover: [UInt8]? = image()) throws -> String {
        let answer = try post(
            "/albums", parts: [.text("title", "A")] + (cover.map { [.file("cover", $0)] } ?? []))
        try #require(answer.status == .seeOther, "\(answer.text)")
        return try #require(answer[.location])
    }

    /// The path of an album's cover, as JSON tells it.
    func cover(_ path: String) throws -> JSON? {
        try get(path, [("Accept", "application/json")]).json["cover"]
    }

    /// Waits until the store's folder has so many files; the store removes unreferenced ones over time.
    func has(files count: Int) throws -> Bool {
        try isReached {
            try settleFiles()
            return fileCount == count
        }
    }

    /// Waits until the store has kept and removed the files that it was asked to.
    func settleFiles() throws {
        // It does so in the order in which it's asked.
        let done = DispatchSemaphore(value: 0)
        store.keep(.bytes([])) { _ in done.signal() }
        try #require(done.wait(timeout: .now() + 60) == .success)
    }

    private var fileCount: Int {
        let folder = folder.path + "/Data/blobs"
        let names = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
        return names.count { name in
            let path = "\(folder)/\(name)"
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            // The file of no bytes may not be gone yet.
            return attributes?[.type] as? FileAttributeType == .typeRegular
                && attributes?[.size] as? Int != 0
        }
    }
}
