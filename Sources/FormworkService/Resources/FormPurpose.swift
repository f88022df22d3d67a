public import Formwork

/// What a form is shown for.
public enum FormPurpose: Sendable {
    /// To add a record.
    case adding
    /// To change one that is there.
    case changing
}

private struct FormPurposeKey: EnvironmentKey {
    static var defaultValue: FormPurpose { .adding }
}

extension EnvironmentValues {
    /// The environment of a form that is shown for a purpose.
    init(_ purpose: FormPurpose) {
        self.init()
        formPurpose = purpose
    }

    /// What the form is shown for, so that its title and its buttons can say so.
    ///
    ///     @Environment(\.formPurpose) var purpose
    public var formPurpose: FormPurpose {
        get { self[FormPurposeKey.self] }
        set { self[FormPurposeKey.self] = newValue }
    }
}
