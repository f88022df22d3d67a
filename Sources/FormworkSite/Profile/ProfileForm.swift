internal import Formwork
internal import FormworkService

/// The fields of a profile with their button.
struct ProfileFields: Component {
    @Binding var profile: Profile

    var body: some Component {
        Group {
            TextInputField("Name", text: $profile.name)
                .characterLimit(3...40, showsCounter: true)
                .textContentType(.name)
                .disableAutocorrection()
            TextInputField("E-mail", text: $profile.email)
                .onValidate(.email)
                .keyboardType(.emailAddress)
                .textContentType(.emailAddress)
                .autocapitalization(.never)
                .disableAutocorrection()
        }
        .isMandatory()
        Toggle("Remember me", isOn: $profile.rememberMe)
            .help("On: your profile is saved and this browser known again. Off: nothing is kept.")
        HStack {
            Button("OK")
        }
    }
}

/// The page of one's own profile.
struct ProfilePage: Component {
    @Binding var profile: Profile
    @Environment(\.formPurpose) var purpose

    var body: some Component {
        Form(purpose == .adding ? "Register" : "Your profile") {
            ProfileFields(profile: $profile)
        }
        if purpose == .changing {
            Link("Delete the profile", destination: "/profile/delete")
        }
    }
}

/// The first page: it greets who is known, and lets others register.
struct WelcomePage: Component {
    @Binding var profile: Profile
    @Environment(\.formPurpose) var purpose

    var body: some Component {
        Welcome {
            if purpose == .changing {
                Text("Good to see you, \(profile.name)").font(.largeTitle)
                HStack {
                    Link("Your books", destination: "/books").buttonStyle()
                    Link("Your profile", destination: "/profile").buttonStyle()
                }
            } else {
                Text("Welcome").font(.largeTitle)
                Text("Keep the books you love in one place. Tell us your name to begin.")
                    .secondary()
            }
        }
        if purpose == .adding {
            Form { ProfileFields(profile: $profile) }
        }
    }
}

/// The head of the first page, with the logo.
struct Welcome<Content: Component>: Component {
    private let content: Content

    /// Makes the head.
    init(@ComponentBuilder content: () -> Content) {
        self.content = content()
    }

    /// Writes the logo and what stands below it.
    static func walk<V: Visitor & ~Copyable>(
        _ component: borrowing Self, in environment: borrowing EnvironmentValues,
        _ visitor: inout V
    ) {
        visitor.markup(
            "<section class=\"welcome\"><span class=\"logo\" aria-hidden=\"true\"></span>")
        Content.walk(component.content, in: environment, &visitor)
        visitor.markup("</section>")
    }
}
