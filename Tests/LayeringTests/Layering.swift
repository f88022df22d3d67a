/// Which target may import which modules, and what breaks that.
struct Layering: Sendable {
    /// The modules that each target may import; a target that isn't named here may not exist.
    let table: [String: Set<String>]

    /// The layers of this package: a target imports only what stands below it.
    static let formwork = Layering(table: [
        "CFormwork": [],
        // NFC is only in the standard library, behind an interface that has to be imported by name.
        "System": ["CFormwork", "Glibc"],
        "Groundwork": ["System", "Swift"],
        "Formwork": ["Groundwork", "System"],
        "FormworkHTTP": ["Groundwork"],
        "FormworkServer": ["FormworkHTTP", "Groundwork", "System"],
        "FormworkStore": ["Groundwork", "System", "Glibc"],
        "FormworkService": service,
        "FormworkSite": service.subtracting(["CFormwork"]).union(["FormworkService"]),
        "FormworkMain": ["FormworkSite", "FormworkService"],
        "FormworkBenchmarks": service.union(["FormworkService", "FormworkSite"]),
    ])

    /// All that stands below FormworkService.
    private static let service: Set = [
        "CFormwork", "System", "Groundwork", "Formwork", "FormworkHTTP", "FormworkServer",
        "FormworkStore",
        "Glibc",
    ]

    /// What is wrong with the sources; nothing when they keep to the table.
    ///
    /// - Parameter files: Every Swift file below Sources, by its path from the package's folder.
    /// - Returns: A line for people an error, with file and line.
    func violations(in files: [SourceFile]) -> [String] {
        files.flatMap { file -> [String] in
            let target = file.path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
            guard let allowed = table[target] else {
                return ["\(file.path): the target \(target) is not in the table"]
            }
            return ImportScanner.imports(of: file.text)
                .filter { !allowed.contains($0.module) }
                .map { "\(file.path):\($0.line): \(target) may not import \($0.module)" }
        }
    }
}
