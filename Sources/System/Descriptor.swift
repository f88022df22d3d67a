/// A descriptor of the system that is closed when its owner lets go of it.
///
/// It can't be copied, so it's never closed twice, nor used once closed.
package struct Descriptor: ~Copyable, Sendable {
    /// The number the system knows it by.
    package let number: Int32

    /// Takes over a descriptor that nobody else will close.
    package init(_ number: Int32) {
        self.number = number
    }

    deinit {
        SystemCalls.close(number)
    }

    /// Hands the number over to someone who will close it.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }
}
