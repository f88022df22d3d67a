extension ConnectionSlab {
    /// Ends the process in debug builds when places, connections and generations don't fit each other.
    func assertInvariants() {
        #if DEBUG
            precondition(generations.count == connections.count, "each place has its generation")
            precondition(
                Set(free) == Set(connections.indices.filter { connections[$0] == nil })
                    && Set(free).count == free.count, "each empty place is free, once")
            precondition(
                count == connections.count - free.count, "the count is that of connections")
            for (index, connection) in connections.enumerated() {
                guard let connection else { continue }
                precondition(
                    connection.token == UInt64(generations[index]) << 32 | UInt64(index),
                    "a connection is found under its token")
            }
        #endif
    }
}
