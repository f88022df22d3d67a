internal import FormworkRecords
import Groundwork
import System
import TestSupport
import Testing

@testable import FormworkStore

/// Thousands of short random lives of a store, with power cuts, compared with a dictionary.
@Suite struct ModelRunTests {
    private struct Key: Hashable {
        var type: String
        var id: String
    }

    private struct Entry: Equatable {
        var title: String
        var revision: Int
    }

    /// One life: its disk, the store on it, and what must be in it.
    private struct Life {
        private static let types = ["books", "profiles"]
        private var random: Seeded
        private let options: StoreOptions
        private var fileSystem = SimulatedFileSystem()
        private var store: Store
        private var model: [Key: Entry] = [:]
        private var number = 0

        init(seed: UInt64) throws {
            random = Seeded(seed)
            let limits = [300, 2000, 64 << 20]
            options = quietOptions(
                segmentLimit: limits[Int(seed % 3)],
                foldLimit: seed.isMultiple(of: 2) ? 64 << 20 : 0,
                compactionThreshold: seed.isMultiple(of: 5) ? 0 : .max,
                personalTypes: seed.isMultiple(of: 7) ? ["profiles"] : [])
            store = try openStore(fileSystem, options: options)
        }

        mutating func run(_ steps: Int) throws {
            for _ in 0..<steps {
                switch Int.random(in: 0..<12, using: &random) {
                case 0: try restart()
                case 1: try crash()
                case 2: try crashWhileSaving()
                case 3: try saveInVain()
                default: try save()
                }
                #expect(try contents() == model)
                #expect(store.share.catalogue.withLock(\.fault) == nil)
            }
            store.close()
        }

        /// Random changes of several records and types, and what the model is after them.
        private mutating func changes() -> (changes: [Change], after: [Key: Entry]) {
            var changes: [Change] = []
            var after = model
            let existing = model.keys.sorted { ($0.type, $0.id) < ($1.type, $1.id) }
            for key in existing.shuffled(using: &random).prefix(
                Int.random(in: 0...2, using: &random))
            {
                number += 1
                let revision = after[key]?.revision ?? 0
                if Bool.random(using: &random) {
                    after[key] = Entry(title: "t\(number)", revision: revision + 1)
                    changes.append(
                        .update(
                            type: key.type, id: key.id, expectedRevision: revision,
                            document: ["title": .string("t\(number)")]))
                } else {
                    after[key] = nil
                    changes.append(
                        .delete(type: key.type, id: key.id, expectedRevision: revision))
                }
            }
            return (changes, after)
        }

        private mutating func save() throws {
            var (changes, after) = changes()
            let type = Self.types[Int.random(in: 0...1, using: &random)]
            let title = "t\(number)"
            changes.append(.create(type: type, document: ["title": .string(title)]))
            let saved = try #require(try store.commit(changes).last)
            after[Key(type: type, id: saved.id)] = Entry(title: title, revision: 1)
            model = after
        }

        private mutating func saveInVain() throws {
            let changes = changes().changes
            let stale = Change.update(
                type: "books", id: "01arz3ndektsv4rrffq69g5fav", expectedRevision: 1, document: [:])
            #expect(throws: CommitError.self) { try store.commit(changes + [stale]) }
        }

        private mutating func restart() throws {
            store.close()
            store = try openStore(fileSystem, options: options)
        }

        /// Cuts the power: of what no sync covered, anything may be there.
        private mutating func crash() throws {
            let states = fileSystem.disk.crashStates()
            let disk = try #require(states.randomElement(using: &random))
            store.close()
            fileSystem = SimulatedFileSystem(disk)
            store = try openStore(fileSystem, options: options)
        }

        /// Cuts the power in the midst of a sync, after which both is right.
        private mutating func crashWhileSaving() throws {
            let (changes, after) = changes()
            guard !changes.isEmpty else { return }
            let disks = Lock<[SimulatedDisk]>([])
            let fileSystem = fileSystem
            fileSystem.duringNextSync { disks.withLock { $0 = fileSystem.disk.crashStates() } }
            try store.commit(changes)
            store.close()
            let disk = try #require(disks.withLock { $0 }.randomElement(using: &random))
            self.fileSystem = SimulatedFileSystem(disk)
            store = try openStore(self.fileSystem, options: options)
            let found = try contents()
            #expect(found == model || found == after)
            model = found
        }

        private func contents() throws -> [Key: Entry] {
            var found: [Key: Entry] = [:]
            for type in Self.types {
                try store.forEach(type) { record in
                    found[Key(type: type, id: record.id)] = Entry(
                        title: record.title ?? "", revision: record.revision)
                    return true
                }
            }
            return found
        }
    }

    @Test("Two thousand random lives lose nothing and make nothing up", arguments: 0..<8)
    func lives(_ part: Int) throws {
        for seed in 1...250 {
            var life = try Life(seed: UInt64(part * 250 + seed))
            try life.run(20)
        }
    }
}
