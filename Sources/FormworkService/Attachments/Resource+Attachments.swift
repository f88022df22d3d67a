internal import Formwork
internal import FormworkHTTP
internal import FormworkRecords
internal import Groundwork

extension Resource {
    /// Answers an attachment of a record.
    ///
    /// Anyone may have sent the bytes, so the headers let a browser take them for nothing but an image,
    /// and run nothing in them.
    func showAttachment(_ context: RequestContext) async throws(Problem) -> Response {
        let name = context.parameters?["field"] ?? ""
        let listing = list(read(try await stored(context)))
        let field = listing.fields.first { RawText($0.field.path.name) == RawText(name) }
        guard let reference = field?.file, let content = try await open(reference) else {
            throw Problem(.notFound, "There is nothing at this address")
        }
        let tag = EntityTag(String(reference.digest.prefix(Self.tagLength)))
        let validators: Headers = [.etag: tag.description, .cacheControl: "no-cache"]
        var headers = ResponseHeaders.common
        headers.append(validators)
        headers.add(.contentType, reference.type.rawValue)
        headers.add(.contentSecurityPolicy, "default-src 'none'; sandbox")
        headers.add(
            .contentDisposition,
            "attachment; filename=\"\(Self.fileName(name)).\(reference.type.fileExtension)\"")
        headers.add(.acceptRanges, "bytes")
        let body: Response.Body =
            switch content {
            case .bytes(let bytes): .bytes(bytes)
            case .file(let file): .file(file)
            }
        let state = SelectedRepresentation(tag: tag, modified: nil, length: content.length)
        return context.file(
            state.answer(
                context.request, with: body, validators: validators, headers: headers))
    }

    /// How many digits of a digest tell attachments apart: 128 bits.
    private static var tagLength: Int { 32 }

    private func open(
        _ reference: FileReference
    ) async throws(Problem) -> AttachmentContent? {
        do {
            return try await store.attachment(reference.digest)
        } catch {
            throw Problem(.serviceUnavailable, "The file can\u{2019}t be read at the moment")
        }
    }

    /// The name that a browser saves the file under: the field's, where it is ASCII.
    private static func fileName(_ name: String) -> String {
        name.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: ".") }
            ? name : "image"
    }

    /// Gathers the attachments that a form may keep.
    ///
    /// - Parameters:
    ///   - listing: The fields of the record that the form changes; `nil` for a new record.
    ///   - path: The path of that record.
    ///   - context: The request that brought the form or asks for it.
    /// - Returns: Those of the record, with room for uploads.
    func attachments(
        of listing: FormListing? = nil, below path: String = "", _ context: RequestContext
    ) async -> FormAttachments {
        await FormAttachments(
            uploads, for: context.request.client, saved: listing?.attachments(below: path) ?? [],
            in: store)
    }
}
