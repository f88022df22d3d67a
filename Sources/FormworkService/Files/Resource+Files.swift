internal import Formwork
internal import FormworkHTTP
internal import FormworkServer
internal import FormworkStore
internal import Groundwork

extension Resource {
    /// Answers a file of a record.
    ///
    /// It's what somebody sent, so that a browser takes it for nothing but an image, and runs nothing
    /// that it holds.
    func showFile(_ exchange: Exchange) throws(Problem) -> Response {
        let name = exchange.parameters?["field"] ?? ""
        let stored = try stored(exchange)
        let listed = list(stored).fields.first { RawText($0.field.path.name) == RawText(name) }
        guard let reference = listed?.file, let file = try file(reference) else {
            throw Problem(.notFound, "There is nothing at this address")
        }
        let tag = EntityTag(String(reference.digest.prefix(Self.tagLength)))
        let validators: Headers = [.etag: tag.description, .cacheControl: "no-cache"]
        var headers = Response.commonHeaders
        for (name, value) in validators.pairs {
            if let name = HeaderName(name) { headers.add(name, value) }
        }
        headers.add(.contentType, reference.type.rawValue)
        headers.add(.contentSecurityPolicy, "default-src 'none'; sandbox")
        headers.add(
            .contentDisposition,
            "attachment; filename=\"\(Self.fileName(name)).\(reference.type.fileExtension)\"")
        headers.add(.acceptRanges, "bytes")
        let body = OpenFile(descriptor: file.descriptor, offset: 0, length: file.size) { _ in
            // The store's file closes the descriptor, once nobody holds it any more.
            withExtendedLifetime(file) {}
        }
        return SelectedRepresentation(tag: tag, modified: nil, length: file.size).answer(
            exchange.request, with: .file(body), validators: validators, headers: headers)
    }

    /// How many digits of a digest tell files apart: 128 bits.
    private static var tagLength: Int { 32 }

    private func file(_ reference: FileReference) throws(Problem) -> StoredFile? {
        do {
            return try store.file(reference.digest)
        } catch {
            throw Problem(.serviceUnavailable, "The file can\u{2019}t be read at the moment")
        }
    }

    /// What a browser calls a file that it saves: the field's name, as far as it is ASCII.
    private static func fileName(_ name: String) -> String {
        name.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: ".") }
            ? name : "image"
    }

    /// What a form of a record needs to know of files.
    ///
    /// - Parameters:
    ///   - stored: The record; `nil` for a new one.
    ///   - exchange: The request that the form came or is shown with.
    /// - Returns: Its files, and those that pages keep.
    func files(of stored: StoredRecord?, _ exchange: Exchange) -> FormFiles {
        FormFiles(
            uploads, for: exchange.request.client,
            present: stored.map { list($0).files(below: path($0)) } ?? [], in: store)
    }
}
