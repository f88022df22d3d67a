extension HTMLWriter {
    /// Writes the list of all that is wrong, with links to the fields in the same words.
    ///
    /// It takes the focus, so that a keyboard and a screen reader begin there; the alert stands in a
    /// child, so that it is announced once.
    ///
    /// - Parameters:
    ///   - errors: What is wrong, in the order of the form.
    ///   - messages: The words of the heading.
    package mutating func errorSummary(_ errors: [FieldError], messages: Messages) {
        markup(
            """
            <div class="summary" id="error-summary" tabindex="-1" autofocus><div role="alert">\
            <h2>
            """)
        text(words: messages.errorSummary)
        markup("</h2><ul>")
        for error in errors {
            markup("<li>")
            if error.field.isEmpty {
                text(words: error.message)
            } else {
                markup("<a")
                attribute("href", "#\(error.field)")
                markup(">")
                text(words: error.message)
                markup("</a>")
            }
            markup("</li>")
        }
        markup("</ul></div></div>")
    }
}
