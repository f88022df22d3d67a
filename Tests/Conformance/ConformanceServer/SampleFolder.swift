import Glibc

/// A folder for a while, with `f.txt` of 1000 bytes in it.
struct SampleFolder {
    /// A step that the system refused.
    struct Failure: Error {
        let number: Int32
    }

    /// Where it is.
    let path: String

    /// Makes the folder and the file.
    ///
    /// - Throws: ``Failure`` when the system refuses.
    init() throws(Failure) {
        var template = Array("/tmp/formwork-conformance-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw Failure(number: errno) }
        path = String(
            decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        let file = unsafe open(path + "/f.txt", O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard file >= 0 else { throw Failure(number: errno) }
        defer { close(file) }
        let line = Array("0123456789abcdefghi\n".utf8)
        for _ in 0..<50 where unsafe write(file, line, line.count) != line.count {
            throw Failure(number: errno)
        }
    }

    /// Removes both.
    func remove() {
        _ = unsafe unlink(path + "/f.txt")
        _ = unsafe rmdir(path)
    }
}
