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

    /// The report as lines for the operator.
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
    /// Reports what was read of a folder.
    init(_ reader: FolderReader) {
        for type in reader.types { records[type] = reader.catalogue.count(type) }
        damages = reader.damages.map(\.damage)
        tornBytes = reader.tornBytes
    }
}
