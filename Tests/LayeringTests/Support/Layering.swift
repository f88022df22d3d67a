/// Which modules each target of the package may import.
struct Layering: Sendable {
    /// The modules by target: those that Package.swift names as its dependencies, and those of the system.
    let table: [String: Set<String>]

    /// The modules of the system by the targets that may import them.
    private static let system: [String: Set<String>] = [
        // The standard library composes to NFC behind an interface that a file must import by name.
        "Groundwork": ["Swift"], "System": ["Glibc"], "FormworkStore": ["Glibc"],
        "FormworkBenchmarks": ["Glibc"],
    ]

    /// Reads the targets and their dependencies from the text of Package.swift; test targets are left out.
    init(manifest: String) {
        let target =
            /\.(?:target|executableTarget|systemLibrary)\(\s*name: "(\w+)"(?:,\s*dependencies: \[([^\]]*)\])?/
        let targets = manifest.matches(of: target).map { match in
            let named = (match.2 ?? "").matches(of: /"(\w+)"/).map { String($0.1) }
            let name = String(match.1)
            return (name, Set(named).union(Self.system[name] ?? []))
        }
        table = Dictionary(targets) { first, _ in first }
    }

    /// The imports in files below Sources that the table doesn't allow, each as a line for people.
    func violations(in files: [SourceFile]) -> [String] {
        files.flatMap { file -> [String] in
            let target = file.path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
            guard let allowed = table[target] else {
                return ["\(file.path): the target \(target) is not in Package.swift"]
            }
            return Self.imports(of: file.text)
                .filter { !allowed.contains($0.module) }
                .map { "\(file.path):\($0.line): \(target) may not import \($0.module)" }
        }
    }

    /// The modules that a file imports, with their lines; the formatter keeps each import on a line of its own.
    static func imports(of text: String) -> [(line: Int, module: String)] {
        let line =
            /\s*(?:@\w+(?:\([^)]*\))? )*(?:(?:public|package|internal|fileprivate|private) )?import (?:[a-z]+ )?`?(\w+).*/
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .compactMap { number, text in
                text.wholeMatch(of: line).map { (number + 1, String($0.1)) }
            }
    }
}
