import Groundwork

/// The media type that a file is served as.
enum ContentType {
    /// The type for a name's extension; bytes without meaning when it's unknown.
    ///
    /// - Parameter name: The name of a file.
    /// - Returns: The value of `Content-Type`.
    static func forFile(named name: String) -> String {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return unknown }
        return known[ASCII.lowercased(String(name[dot...].dropFirst()))] ?? unknown
    }

    private static let unknown = "application/octet-stream"

    private static let known = [
        "avif": "image/avif",
        "css": "text/css; charset=utf-8",
        "csv": "text/csv; charset=utf-8",
        "gif": "image/gif",
        "htm": "text/html; charset=utf-8",
        "html": "text/html; charset=utf-8",
        "ico": "image/x-icon",
        "jpeg": "image/jpeg",
        "jpg": "image/jpeg",
        "js": "text/javascript; charset=utf-8",
        "json": "application/json",
        "map": "application/json",
        "md": "text/markdown; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8",
        "mp3": "audio/mpeg",
        "mp4": "video/mp4",
        "pdf": "application/pdf",
        "png": "image/png",
        "svg": "image/svg+xml",
        "txt": "text/plain; charset=utf-8",
        "wasm": "application/wasm",
        "webm": "video/webm",
        "webmanifest": "application/manifest+json",
        "webp": "image/webp",
        "woff": "font/woff",
        "woff2": "font/woff2",
        "xml": "application/xml",
        "zip": "application/zip",
    ]
}
