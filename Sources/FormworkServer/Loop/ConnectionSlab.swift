/// The connections of one loop, each under a token that is never valid for a later one.
struct ConnectionSlab {
    private(set) var connections: [Connection?] = []
    private(set) var generations: [UInt32] = []
    private(set) var free: [Int] = []

    /// How many connections there are.
    private(set) var count = 0

    /// A token is a place, and how often the place has been used.
    static func index(of token: UInt64) -> Int {
        Int(token & 0xFFFF_FFFF)
    }

    /// Puts a connection in a free place.
    ///
    /// - Parameter make: Makes it, once its token is known.
    /// - Returns: The connection.
    mutating func insert(_ make: (UInt64) -> Connection) -> Connection {
        let index = free.popLast() ?? connections.count
        if index == connections.count {
            connections.append(nil)
            generations.append(0)
        }
        let connection = make(UInt64(generations[index]) << 32 | UInt64(index))
        connections[index] = connection
        count += 1
        return connection
    }

    /// Takes a connection out.
    mutating func remove(_ token: UInt64) {
        guard self[token] != nil else { return }
        let index = Self.index(of: token)
        connections[index] = nil
        generations[index] &+= 1
        free.append(index)
        count -= 1
    }

    /// The connection with a token, or nil when it has gone.
    subscript(token: UInt64) -> Connection? {
        let index = Self.index(of: token)
        guard index < connections.count, generations[index] == UInt32(token >> 32) else {
            return nil
        }
        return connections[index]
    }

    /// The connection in a place.
    subscript(place index: Int) -> Connection? {
        connections.indices.contains(index) ? connections[index] : nil
    }

    /// Looks at each connection.
    func forEach(_ body: (Connection) -> Void) {
        for case let connection? in connections { body(connection) }
    }

    /// All connections.
    var all: [Connection] {
        connections.compactMap(\.self)
    }
}

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
