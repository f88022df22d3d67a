internal import Groundwork

extension FormListing {
    /// The form in plain text: a line for each field with what it takes, and a curl line to send it; a
    /// second one where files may come along.
    ///
    /// - Parameter url: The address that the form posts to.
    /// - Returns: The lines, each ended by a line feed.
    package func helpText(postingTo url: String) -> String {
        let width = (fields.map { $0.field.path.name.count }.max() ?? 0) + 3
        var lines = title.map { [$0, ""] } ?? []
        for field in fields {
            let name = field.field.path.name + (field.field.isMandatory ? "*" : "")
            let padding = String(repeating: " ", count: max(1, width - name.count))
            lines.append(name + padding + field.summary)
        }
        if fields.contains(where: \.field.isMandatory) { lines.append("* mandatory") }
        lines.append("")
        let mandatory = fields.filter(\.field.isMandatory)
        lines.append(curlLine(url, mandatory.map { ($0, "") }))
        if fields.contains(where: { $0.jsonKind == .file && !$0.field.isMandatory }) {
            let sent = fields.filter { $0.jsonKind == .file || $0.field.isMandatory }
            lines.append(curlLine(url, sent.map { ($0, "") }))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What is wrong, a line for each error, and a curl line to try again.
    ///
    /// - Parameters:
    ///   - state: The submission's texts and errors.
    ///   - url: The address that the form posts to.
    /// - Returns: The lines, each ended by a line feed.
    package func errorText(_ state: FormState, postingTo url: String) -> String {
        var lines = state.errors.map { error in
            error.field.isEmpty ? error.message : "\(error.field): \(error.message)"
        }
        let failed = Set(state.errors.map(\.field))
        let sent = fields.compactMap { field -> (ListedField, RawText)? in
            let name = field.field.path.name
            if let text = state.texts[name] { return (field, text) }
            return failed.contains(name) ? (field, "" as RawText) : nil
        }
        lines.append("")
        lines.append(curlLine(url, sent))
        return lines.joined(separator: "\n") + "\n"
    }

    /// The record in plain text: a line for each field.
    ///
    /// - Parameter path: The record's path; `nil` where it has none, nor a file.
    /// - Returns: The lines, each ended by a line feed.
    package func recordText(at path: String?) -> String {
        fields.map { field in
            let text =
                switch field.jsonKind {
                case _ where field.unread != nil: field.text
                case .boolean: field.text.isEmpty ? "off" : field.text
                case .file: path.flatMap { field.filePath(below: $0) } ?? ""
                case .string, .number: field.text
                }
            return "\(field.field.path.name): \(text)\n"
        }.joined()
    }

    /// The line that sends texts, and files in the place of those of files; a file is for the person to
    /// name.
    ///
    /// A line that is pasted into a terminal sends exactly these texts. What a terminal doesn't show as it
    /// is stands percent-encoded; beside a file curl can't decode that, so that such a text is left out
    /// and named in a line of its own.
    private func curlLine(_ url: String, _ fields: [(ListedField, RawText)]) -> String {
        let hasFile = fields.contains { $0.0.jsonKind == .file }
        var line = "curl \(ShellWord(url).typed)"
        var left: [String] = []
        for (field, text) in fields {
            let name = field.field.path.name
            let word = ShellWord("\(name)=\(text.unbounded)")
            if field.jsonKind == .file {
                line += " -F \(ShellWord("\(name)=@FILE").quoted)"
            } else if word.isPlain {
                line += hasFile ? " --form-string " : " --data-urlencode "
                line += word.quoted
            } else if hasFile {
                left.append(name)
            } else {
                line += " --data \(ShellWord(name + "=").quoted)\(ShellWord.percentEncoded(text))"
            }
        }
        guard !left.isEmpty else { return line }
        return "\(line)\n# left out, since a terminal can\u{2019}t show it: "
            + left.joined(separator: ", ")
    }
}

extension ListedField {
    /// What the field takes and what it holds, in a line.
    fileprivate var summary: String {
        switch field.kind {
        case .text(let rules):
            let length = rules.compactMap { rule in
                if case .length(let range) = rule { return range }
                return nil
            }.first
            let bounds = length.map { ", \($0.lowerBound) to \($0.upperBound) characters" }
            return "text" + (bounds ?? "") + (text.isEmpty ? "" : ", now \(text)")
        case .toggle: return "on or off, now \(text.isEmpty ? "off" : text)"
        case .number(let least, let most, let step):
            let kind = step == 1 ? "whole number" : "number in steps of \(step)"
            return "\(kind), \(least) to \(most)" + (text.isEmpty ? "" : ", now \(text)")
        case .date(let least, let most):
            let bounds =
                switch (least > .earliest, most < .latest) {
                case (true, true): ", \(least) to \(most)"
                case (true, false): ", \(least) or later"
                case (false, true): ", \(most) or earlier"
                case (false, false): ""
                }
            return "date, YYYY-MM-DD" + bounds + (text.isEmpty ? "" : ", now \(text)")
        case .file(let types, let most):
            let kinds = types.map(\.name).joined(separator: ", ")
            let now = file.map { ", now \($0.type.name) of \(ByteCount($0.size))" }
            return "image file (\(kinds)), at most \(ByteCount(most))" + (now ?? "")
        }
    }
}
