import Glibc

/// A call of the system that failed.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The name of the call, as its manual page has it.
    package let call: String
    /// The number that `errno` held.
    package let number: Int32

    /// The call and the system's own words for the number.
    package var description: String {
        unsafe "\(call): \(String(cString: strerror(number)))"
    }
}
