/// The parts that the markup of all controls has in common, wired up in one place.
extension HTMLWriter {
    /// Writes the label with the mark of a mandatory field.
    mutating func label(of field: borrowing Field) {
        markup("<label")
        attribute("for", field.path.name)
        markup(">")
        text(words: field.label)
        star(field)
        markup("</label>")
    }

    /// Writes the mark of a mandatory field.
    mutating func star(_ field: borrowing Field) {
        if field.isMandatory { markup("<span class=\"star\" aria-hidden=\"true\">*</span>") }
    }

    /// Writes the attributes that tell a screen reader what the field is and what is wrong with it.
    mutating func aria(
        of field: borrowing Field, _ state: borrowing FieldState, _ notes: borrowing FieldNotes
    ) {
        if field.isMandatory { markup(" aria-required=\"true\"") }
        if state.isInvalid { markup(" aria-invalid=\"true\"") }
        guard state.isInvalid || !notes.isEmpty else { return }
        markup(" aria-describedby=\"")
        var separator: StaticString = ""
        if state.isInvalid { reference("-error", of: field, after: &separator) }
        if notes.help != nil { reference("-help", of: field, after: &separator) }
        if notes.count != nil { reference("-count", of: field, after: &separator) }
        markup("\"")
    }

    private mutating func reference(
        _ suffix: StaticString, of field: borrowing Field, after separator: inout StaticString
    ) {
        markup(separator)
        attributeText(field.path.name)
        markup(suffix)
        separator = " "
    }

    /// Writes the button that empties a field, behind its input.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - isHidden: Whether the field is empty, where the style sheet can't see that.
    ///   - messages: The words to name it with.
    mutating func clearButton(
        of field: borrowing Field, isHidden: Bool, _ messages: borrowing Messages
    ) {
        markup(
            "<button type=\"submit\" class=\"clear\" name=\"_intent\" formnovalidate value=\"clear:"
        )
        attributeText(field.path.name)
        markup("\"")
        attribute("aria-label", messages.clear(field.labelWithinSentence))
        if isHidden { markup(" hidden") }
        markup(">\u{d7}</button>")
    }

    /// Writes the line below a control: what is wrong, what helps, how many characters.
    mutating func under(
        _ field: borrowing Field, _ state: borrowing FieldState, _ notes: borrowing FieldNotes,
        messages: borrowing Messages
    ) {
        guard state.isInvalid || !notes.isEmpty || notes.unsent != nil else { return }
        markup("<p class=\"under\">")
        if let error = state.error {
            markup("<span class=\"error\" id=\"")
            attributeText(field.path.name)
            markup("-error\">")
            say(error, messages)
        }
        if let error = notes.unsent {
            markup("<template><span class=\"error\">")
            say(error, messages)
            markup("</template>")
        }
        if let help = notes.help { self.help(help, of: field) }
        if let count = notes.count {
            markup("<span class=\"count\" id=\"")
            attributeText(field.path.name)
            markup("-count\">")
            text(words: count)
            markup("</span>")
        }
        markup("</p>")
    }

    /// Writes what helps with filling in a field.
    mutating func help(_ help: String, of field: borrowing Field) {
        markup("<span class=\"help\" id=\"")
        attributeText(field.path.name)
        markup("-help\">")
        text(words: help)
        markup("</span>")
    }

    /// Writes the words of an error, and the end of its element.
    private mutating func say(_ error: borrowing FieldError, _ messages: borrowing Messages) {
        markup("<span class=\"visually-hidden\">")
        text(words: messages.errorPrefix)
        markup("</span>")
        text(words: error.message)
        markup("</span>")
    }
}

/// What is said about a field beside its label and its error: one value for the words and for the
/// attributes that refer to them.
struct FieldNotes {
    /// What helps with filling it in.
    var help: String?
    /// How many characters it has, and may have.
    var count: String?
    /// What is wrong where the page's script sees that and the server couldn't: it must not be sent.
    var unsent: FieldError?

    /// Whether nothing describes the field.
    var isEmpty: Bool { help == nil && count == nil }
}
