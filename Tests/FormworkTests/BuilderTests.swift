import Formwork
import Testing

@Suite struct `A body` {
    private enum Mood: CaseIterable { case calm, glad, cross }

    /// Two types in two branches, without type erasure.
    @ComponentBuilder private func greeting(_ name: String?) -> some Component {
        if let name {
            Text("Good morning, \(name)")
        } else {
            Link("Sign in", destination: "/in")
        }
    }

    @ComponentBuilder private func mood(_ mood: Mood) -> some Component {
        switch mood {
        case .calm: Text("calm")
        case .glad: Text("glad").bold()
        case .cross:
            Text("cross")
            Link("Help", destination: "/help")
        }
    }

    @Test func `may be empty`() throws {
        #expect(try page(Group {}).elements.isEmpty)
    }

    @Test func `shows the branch that holds`() throws {
        #expect(try page(greeting("Ada")).text == "Good morning, Ada")
        #expect(try page(greeting(nil)).outline == ["a href"])
        #expect(try Mood.allCases.map { try page(mood($0)).text } == ["calm", "glad", "crossHelp"])
    }

    @Test(arguments: [false, true]) func `may leave something out`(isShown: Bool) throws {
        let page = try page(
            Group {
                if isShown { Text("shown") }
                Text("always")
            })
        #expect(page.all("p").map(\.text) == (isShown ? ["shown", "always"] : ["always"]))
    }

    @Test func `may loop, and declare`() throws {
        let page = try page(
            Group {
                let words = ["one", "two", "three"]
                for word in words {
                    let loud = word.uppercased()
                    Text(loud)
                }
                ForEach(words) { Text($0) }
                for _ in 0..<0 { Text("never") }
            })
        #expect(page.all("p").map(\.text) == ["ONE", "TWO", "THREE", "one", "two", "three"])
    }

    @Test func `has no most of children`() throws {
        let page = try page(
            Group {
                Text("1")
                Text("2")
                Text("3")
                Text("4")
                Text("5")
                Text("6")
                Text("7").bold()
                Link("8", destination: "/")
                Text("9")
                Text("10")
                Text("11")
                Group {
                    Text("12")
                    Text("13")
                }
                Text("14")
            })
        let expected = (1...14).map(String.init).joined()
        #expect(page.text == expected)
    }

    @Test func `is composed of components of one's own, properties and functions`() throws {
        struct Row: Component {
            let title: String
            let author: String?

            var titleLabel: some Component { Text(title).font(.headline) }

            func detailsLabel(_ author: String) -> some Component { Text("by \(author)") }

            var body: some Component {
                VStack {
                    titleLabel
                    if let author { detailsLabel(author) }
                }
            }
        }
        let page = try page(
            ForEach([("Emma", "Jane Austen"), ("Beowulf", nil)]) {
                Row(title: $0.0, author: $0.1)
            })
        #expect(page.all("p").map(\.text) == ["Emma", "by Jane Austen", "Beowulf"])
        #expect(page.all("div").count == 2)
    }
}
