/// The parts that the markup of all controls has in common, wired up in one place.
extension HTMLWriter {
    /// Writes the label with the mark of a mandatory field.
    mutating func label(of field: borrowing Field) {
        markup("<label")
        attribute("for", field.path.name)
        markup(">")
        text(field.label)
        star(field)
        markup("</label>")
    }

    /// Writes the mark of a mandatory field.
    mutating func star(_ field: borrowing Field) {
        if field.isMandatory { markup("<span class=\"star\" aria-hidden=\"true\">*</span>") }
    }

    /// Writes the attributes that tell a screen reader what the field is and what is wrong with it.
    mutating func aria(
        of field: borrowing Field, _ state: borrowing FieldState, hasHelp: Bool
    ) {
        if field.isMandatory { markup(" aria-required=\"true\"") }
        if state.isInvalid { markup(" aria-invalid=\"true\"") }
        guard state.isInvalid || hasHelp else { return }
        markup(" aria-describedby=\"")
        if state.isInvalid {
            attributeText(field.path.name)
            markup("-error")
        }
        if state.isInvalid, hasHelp { markup(" ") }
        if hasHelp {
            attributeText(field.path.name)
            markup("-help")
        }
        markup("\"")
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
        _ field: borrowing Field, _ state: borrowing FieldState, help: String?, count: String?,
        messages: borrowing Messages
    ) {
        guard state.isInvalid || help != nil || count != nil else { return }
        markup("<p class=\"under\">")
        if let error = state.error {
            markup("<span class=\"error\" id=\"")
            attributeText(field.path.name)
            markup("-error\"><span class=\"visually-hidden\">")
            text(messages.errorPrefix)
            markup("</span>")
            text(error.message)
            markup("</span>")
        }
        if let help {
            markup("<span class=\"help\" id=\"")
            attributeText(field.path.name)
            markup("-help\">")
            text(help)
            markup("</span>")
        }
        if let count {
            markup("<span class=\"count\">")
            text(count)
            markup("</span>")
        }
        markup("</p>")
    }
}
