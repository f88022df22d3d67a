import Formwork
import FormworkService

/// What a guest leaves behind.
struct Greeting {
    var name = ""
    var words = ""
    var nights = 1
    var isPublic = true
}

/// The form that adds a greeting and changes one.
struct GreetingForm: Component {
    @Binding var greeting: Greeting

    var body: some Component {
        Form("Sign the guest book") {
            Group {
                TextInputField("Name", text: $greeting.name).characterLimit(1...40)
                TextInputField("Greeting", text: $greeting.words).characterLimit(1...200)
            }
            .isMandatory()
            Stepper("Nights", value: $greeting.nights, in: 1...30)
            Toggle("Show to everyone", isOn: $greeting.isPublic)
            Button("Sign")
        }
    }
}

/// The command.
@main struct Guestbook {
    static func main() {
        runService { service in
            service.name = "Guest book"
            service.navigation = [("Greetings", "/greetings")]
            service.resource(
                "greetings", of: Greeting.self, starting: Greeting(),
                names: RecordNames(singular: "greeting", plural: "greetings") { $0.name },
                search: [\.name, \.words], sort: [\.name, \.nights]
            ) { $greeting in
                GreetingForm(greeting: $greeting)
            }
        }
    }
}
