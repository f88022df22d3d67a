/// What a check found in a folder, and what a repair made of it.
package struct StoreReport: Sendable, Equatable {
    /// How many records each type has that can be read.
    package var records: [String: Int] = [:]
    /// What is damaged; a folder with a damaged line isn't started on, one with a damaged file is.
    package var damages: [Damage] = []
    /// Whether some of that damage is still there; a changed file is put aside by a repair, a missing one
    /// stays missing.
    package var isDamageLeft = false
    /// How many bytes at the end of the journal were never acknowledged; a start puts them aside.
    package var tornBytes = 0
    /// What a repair did, a line each.
    package var repairs: [String] = []

    /// Begins with nothing found.
    package init() {}

    /// What a person is told, a line each.
    package var lines: [String] {
        var lines = damages.map { damage in
            "\(damage.place): \(damage.reason)" + (damage.id.map { ", record \($0)" } ?? "")
        }
        lines += repairs
        lines += records.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        if tornBytes > 0 {
            lines.append("\(tornBytes) bytes at the end of the journal were never acknowledged")
        }
        return lines
    }
}

extension StoreReport {
    /// Reports on a folder that a start takes.
    ///
    /// - Parameter recovery: What the start found.
    init(_ recovery: Recovery) {
        for type in Set(recovery.bases.keys).union(recovery.changes.keys) {
            records[type] = recovery.catalogue.count(type)
        }
        tornBytes = recovery.length - recovery.end
    }

    /// Reports on a folder that a start refuses.
    ///
    /// - Parameters:
    ///   - scan: What can still be read in it.
    ///   - damage: Why it is refused.
    init(_ scan: FolderScan, refused damage: Damage) {
        for type in scan.types { records[type] = scan.catalogue.count(type) }
        damages = scan.damages.isEmpty ? [damage] : scan.damages.map(\.damage)
    }
}
