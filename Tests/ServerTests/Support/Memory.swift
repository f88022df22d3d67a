import Foundation
import Testing

/// The bytes of memory that this process holds, which a server under test is a part of.
func residentBytes() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return try #require(pages) * sysconf(Int32(_SC_PAGESIZE))
}
