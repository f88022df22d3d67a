import Formwork

/// The markup of the measured form as one would write it by hand for this form alone, through a raw
/// pointer: the yardstick.
///
/// It knows the form and can't be asked anything else; what it takes is what these bytes cost.
enum HandWritten {
    /// Writes the form.
    ///
    /// - Parameter book: The values.
    /// - Returns: The same bytes as the component tree gives.
    static func render(_ book: Book) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 8_192) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            var page = unsafe RawWriter(start: start)
            page.form(book)
            count = page.count
        }
    }
}

extension RawWriter {
    fileprivate mutating func form(_ book: Book) {
        fixed(
            """
            <h1>Add a book</h1><form class="form" method="post" \
            action="/books"><button class="default" type="submit" tabindex="-1" \
            aria-hidden="true">Save</button><p class="legend">* mandatory</p><div class="rows">\
            <fieldset class="section"><legend>The book</legend><div class="rows">
            """)
        textField("title", "Title", "title", book.title, isMandatory: true)
        textField(
            "subtitle", "Subtitle", "subtitle", book.subtitle, help: "As on the title page")
        textField("author", "Author", "author", book.author, isMandatory: true)
        textField("publisher", "Publisher", "publisher", book.publisher, isMandatory: true)
        textField(
            "isbn", "ISBN", "ISBN", book.isbn, isMandatory: true,
            traits: " inputmode=\"numeric\"")
        fixed(
            """
            </div></fieldset><fieldset class="section"><legend>The copy</legend><div class="rows">
            """)
        stepper(
            "pages", "Pages", "pages", String(book.pages), "numeric",
            " data-min=\"1\" data-max=\"20000\" data-step=\"1\"")
        stepper(
            "rating", "Rating", "rating", book.rating.description, "decimal",
            " data-min=\"0\" data-max=\"5\" data-step=\"0.5\"")
        textField("shelf", "Shelf", "shelf", book.shelf, clears: false)
        toggle("inPrint", "In print", book.inPrint)
        toggle("translated", "Translated", book.translated)
        fixed(
            """
            </div></fieldset><button type="submit" class="button">Save</button></div>\
            <input type="hidden" name="_once" value="0123456789abcdef">\
            <input type="hidden" name="_shown" value="title subtitle author publisher isbn pages \
            rating shelf inPrint translated"></form>
            """)
    }

    private mutating func textField(
        _ name: String, _ label: String, _ inSentence: String, _ value: String,
        isMandatory: Bool = false, help: String? = nil, traits: StaticString = "",
        clears: Bool = true
    ) {
        fixed("<div class=\"field\"><div class=\"box floats\">")
        self.label(name, label, isMandatory: isMandatory)
        fixed("<input type=\"text\"")
        identity(name, value)
        fixed(" placeholder=\" \"")
        fixed(traits)
        if isMandatory { fixed(" aria-required=\"true\"") }
        if help != nil {
            fixed(" aria-describedby=\"")
            escaped(name)
            fixed("-help\"")
        }
        fixed(" dir=\"auto\">")
        if clears {
            fixed(
                """
                <button type="submit" class="clear" name="_intent" formnovalidate value="clear:
                """)
            escaped(name)
            fixed("\" aria-label=\"Clear ")
            escaped(inSentence)
            fixed("\">\u{d7}</button>")
        }
        fixed("</div>")
        if let help {
            fixed("<p class=\"under\"><span class=\"help\" id=\"")
            escaped(name)
            fixed("-help\">")
            escaped(help)
            fixed("</span></p>")
        }
        fixed("</div>")
    }

    private mutating func stepper(
        _ name: String, _ label: String, _ inSentence: String, _ value: String,
        _ inputMode: StaticString, _ bounds: StaticString
    ) {
        fixed("<div class=\"field stepper\"><div class=\"box\">")
        self.label(name, label, isMandatory: false)
        fixed("<input type=\"text\" inputmode=\"")
        fixed(inputMode)
        fixed("\"")
        identity(name, value)
        fixed(
            """
            ><button type="submit" class="step minus" name="_intent" formnovalidate value="step:
            """)
        escaped(name)
        fixed(":-1\" aria-label=\"Decrease ")
        escaped(inSentence)
        fixed("\"")
        fixed(bounds)
        fixed(
            """
            >\u{2212}</button>\
            <button type="submit" class="step plus" name="_intent" formnovalidate value="step:
            """)
        escaped(name)
        fixed(":+1\" aria-label=\"Increase ")
        escaped(inSentence)
        fixed("\"")
        fixed(bounds)
        fixed(">+</button></div></div>")
    }

    private mutating func toggle(_ name: String, _ label: String, _ isOn: Bool) {
        fixed("<div class=\"field switch-field wide\"><div class=\"switch\"><label for=\"")
        escaped(name)
        fixed("\">")
        escaped(label)
        fixed("</label><input type=\"checkbox\" role=\"switch\"")
        identity(name, "on")
        if isOn { fixed(" checked") }
        fixed("></div></div>")
    }

    private mutating func label(_ name: String, _ label: String, isMandatory: Bool) {
        fixed("<label for=\"")
        escaped(name)
        fixed("\">")
        escaped(label)
        if isMandatory { fixed("<span class=\"star\" aria-hidden=\"true\">*</span>") }
        fixed("</label>")
    }

    private mutating func identity(_ name: String, _ value: String) {
        fixed(" id=\"")
        escaped(name)
        fixed("\" name=\"")
        escaped(name)
        fixed("\" value=\"")
        escaped(value)
        fixed("\"")
    }
}
