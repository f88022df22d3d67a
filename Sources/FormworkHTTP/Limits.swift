/// How much of a request is taken, and how long it may take: every number in one place.
///
/// Sizes are in bytes, times in milliseconds. The defaults are the documented ones; tests and
/// the conformance server pass shorter ones.
package struct Limits: Sendable, Equatable {
    /// The longest method, in bytes; a longer one is answered 400.
    package var method = 32
    /// The longest request line without its line end; a longer one is answered 414.
    package var requestLine = 8 * 1024
    /// How much of a longer line is passed over, to read in which kind it's to be answered.
    package var skippedLine = 64 * 1024
    /// The longest header section, all its lines together; a longer one is answered 431.
    package var headerSection = 32 * 1024
    /// The most header fields; more are answered 431.
    package var headerFields = 100
    /// The longest body; a longer one is answered 413.
    package var body = 1024 * 1024
    /// The longest `multipart/form-data` body, which may hold files; a longer one is answered 413.
    package var bodyWithFiles = 8 * 1024 * 1024
    /// The longest body that is read of a request whose head was refused, so that its connection goes on;
    /// a longer one ends it.
    package var refusedBody = 64 * 1024
    /// How many bytes of a body are kept in memory where the handler can read the body from a file.
    package var bodyInMemory = 64 * 1024
    /// The most bytes of such bodies in files, all connections together; a body beyond it is answered
    /// 503, so that clients which begin many can't fill the disk.
    package var bodiesInFiles = 1024 * 1024 * 1024
    /// The most bytes of bodies in memory, all connections together, of long ones too where the disk
    /// takes no more; a body beyond it is answered 503.
    package var bodiesInMemory = 64 * 1024 * 1024
    /// The longest trailer section of a chunked body; a longer one is answered 431.
    package var trailers = 16 * 1024
    /// The longest line of a chunk's size without its line end; a longer one is answered 400.
    package var chunkLine = 4 * 1024
    /// The chunk framing that is free; past it framing may be at most four times the data, or
    /// the request is answered 400.
    package var chunkOverhead = 64 * 1024

    /// The most fields of a form or parts of a multipart body; more are answered 413.
    package var formFields = 1000
    /// The longest header section of a part; a longer one is answered 400.
    package var partHeader = 8 * 1024
    /// The deepest nesting of a field's name; a deeper one is answered 400.
    package var nameDepth = 8
    /// The deepest nesting of JSON; a deeper one is answered 400.
    package var jsonDepth = 64

    /// From accepting a connection to its first byte, in milliseconds.
    package var firstByteTimeout = 10_000
    /// From the first byte of a head to its last, in milliseconds.
    package var headTimeout = 10_000
    /// The longest silence within a body, in milliseconds.
    package var bodyIdleTimeout = 30_000
    /// The slowest body that is waited for, in bytes a second.
    package var bodyMinimumRate = 240
    /// The time before `bodyMinimumRate` is asked of a body, in milliseconds.
    package var bodyRateGrace = 10_000
    /// The longest time that the bytes of a body pay for at that rate, in milliseconds: what came
    /// before it is forgotten.
    package var bodyRateWindow = 30_000
    /// The longest time in which a client takes none of an answer, in milliseconds.
    package var writeStallTimeout = 30_000
    /// The longest silence between two requests of one connection, in milliseconds.
    package var keepAliveTimeout = 75_000
    /// The most requests of one connection; nil is any number.
    package var requestsPerConnection: Int? = nil

    /// The documented limits.
    package init() {}
}
