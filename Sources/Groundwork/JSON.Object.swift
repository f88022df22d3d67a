extension JSON {
    /// Named values in the order in which they were written.
    ///
    /// Names compare as Unicode scalars: `\u{e9}` and `e\u{301}` are two names.
    package struct Object: Sendable, Equatable {
        /// One name with its value.
        package struct Member: Sendable, Equatable {
            /// The name with its escapes undone.
            package let name: String
            /// The value.
            package var value: JSON

            /// Joins a name and a value.
            package init(name: String, value: JSON) {
                self.name = name
                self.value = value
            }

            /// Compares names as scalars, and values.
            package static func == (left: Member, right: Member) -> Bool {
                JSON.sameScalars(left.name, right.name) && left.value == right.value
            }
        }

        /// The members in order.
        package private(set) var members: [Member]

        /// Takes members that are known to have different names.
        init(distinct members: [Member]) {
            self.members = members
        }

        /// Takes pairs in order; of pairs with the same name the first place and the last value count.
        package init(_ members: [(String, JSON)] = []) {
            self.members = []
            self.members.reserveCapacity(members.count)
            for (name, value) in members {
                self[name] = value
            }
        }

        /// The value of a name.
        ///
        /// Setting replaces the value in place or adds the name at the end; setting nil removes
        /// the name. Time grows with the number of members.
        package subscript(name: String) -> JSON? {
            get {
                members.first { JSON.sameScalars($0.name, name) }?.value
            }
            set {
                let index = members.firstIndex { JSON.sameScalars($0.name, name) }
                switch (index, newValue) {
                case (let index?, let value?): members[index].value = value
                case (let index?, nil): members.remove(at: index)
                case (nil, let value?): members.append(Member(name: name, value: value))
                case (nil, nil): break
                }
            }
        }

        /// Adds a member at the end without looking whether the name is there already.
        ///
        /// - Parameters:
        ///   - name: A name that the caller knows to be new.
        ///   - value: Its value.
        package mutating func append(_ name: String, _ value: JSON) {
            members.append(Member(name: name, value: value))
        }
    }
}

extension JSON.Object: ExpressibleByDictionaryLiteral {
    /// Takes the pairs of a literal in order.
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self.init(elements)
    }
}
