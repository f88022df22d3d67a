/// The keyboard that a phone offers for a text field.
public enum KeyboardType: Sendable {
    /// Digits alone.
    case numberPad
    /// Digits and the decimal separator.
    case decimalPad
    /// Letters with `@` at hand.
    case emailAddress
    /// Digits as on a telephone.
    case phonePad
    /// Letters with `/` at hand.
    case url

    /// The value of `inputmode` (HTML).
    var inputMode: StaticString {
        switch self {
        case .numberPad: "numeric"
        case .decimalPad: "decimal"
        case .emailAddress: "email"
        case .phonePad: "tel"
        case .url: "url"
        }
    }
}

/// What a text field asks of the person, so that the browser can fill it in (WCAG 1.3.5).
public enum TextContentType: Sendable {
    /// A whole name.
    case name
    /// A first name.
    case givenName
    /// A last name.
    case familyName
    /// An e-mail address.
    case emailAddress
    /// A telephone number.
    case telephoneNumber
    /// A street, with or without its number.
    case streetAddressLine1
    /// A town.
    case addressCity
    /// A county, state or province.
    case addressState
    /// A post code.
    case postalCode
    /// A country.
    case countryName
    /// An organisation.
    case organizationName
    /// The name of an account.
    case username

    /// The value of `autocomplete` (HTML).
    var autocomplete: StaticString {
        switch self {
        case .name: "name"
        case .givenName: "given-name"
        case .familyName: "family-name"
        case .emailAddress: "email"
        case .telephoneNumber: "tel"
        case .streetAddressLine1: "address-line1"
        case .addressCity: "address-level2"
        case .addressState: "address-level1"
        case .postalCode: "postal-code"
        case .countryName: "country-name"
        case .organizationName: "organization"
        case .username: "username"
        }
    }
}

/// What a phone's keyboard capitalises by itself.
public enum TextInputAutocapitalization: Sendable {
    /// Nothing.
    case never
    /// The first letter of each word.
    case words
    /// The first letter of each sentence.
    case sentences
    /// Every letter.
    case characters

    /// The value of `autocapitalize` (HTML).
    var token: StaticString {
        switch self {
        case .never: "none"
        case .words: "words"
        case .sentences: "sentences"
        case .characters: "characters"
        }
    }
}

/// What a phone's keyboard calls its Enter key.
public enum SubmitLabel: Sendable {
    /// The form is done.
    case done
    /// A place is gone to.
    case go
    /// The next field follows.
    case next
    /// Something is searched.
    case search
    /// Something is sent.
    case send

    /// The value of `enterkeyhint` (HTML).
    var token: StaticString {
        switch self {
        case .done: "done"
        case .go: "go"
        case .next: "next"
        case .search: "search"
        case .send: "send"
        }
    }
}

/// How a text field helps with typing.
struct TextTraits: Sendable {
    var keyboardType: KeyboardType?
    var contentType: TextContentType?
    var autocapitalization: TextInputAutocapitalization?
    var isAutocorrectionDisabled = false
    var submitLabel: SubmitLabel?

    /// Writes the attributes of the input.
    func render(into html: inout HTMLWriter) {
        if let keyboardType {
            html.markup(" inputmode=\"")
            html.markup(keyboardType.inputMode)
            html.markup("\"")
        }
        if let contentType {
            html.markup(" autocomplete=\"")
            html.markup(contentType.autocomplete)
            html.markup("\"")
        }
        if let autocapitalization {
            html.markup(" autocapitalize=\"")
            html.markup(autocapitalization.token)
            html.markup("\"")
        }
        if isAutocorrectionDisabled { html.markup(" spellcheck=\"false\" autocorrect=\"off\"") }
        if let submitLabel {
            html.markup(" enterkeyhint=\"")
            html.markup(submitLabel.token)
            html.markup("\"")
        }
    }
}
