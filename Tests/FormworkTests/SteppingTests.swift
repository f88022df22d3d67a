import Formwork
import Foundation
import Testing

/// One press in a field with bounds; the page's script is tried on the same table.
private struct SteppingCase: Sendable, Decodable, CustomTestStringConvertible {
    /// The lower bound, the upper bound, the step.
    let bounds: [String]
    let text: String
    let press: String
    let gives: String
    /// The button that can't do anything afterwards.
    let at: String

    enum CodingKeys: String, CodingKey {
        case bounds = "in"
        case text, press, gives, at
    }

    var testDescription: String { "\(text) \(press) in \(bounds)" }

    static let all: [SteppingCase] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "stepping.json")
        guard let table = try? Data(contentsOf: file) else { return [] }
        return (try? JSONDecoder().decode([SteppingCase].self, from: table)) ?? []
    }()
}

private struct Stepped: Sendable, Equatable {
    var number: ExactDecimal?
}

@Suite struct `A step on the server` {
    @Test func `has a table that the page's script shares`() {
        #expect(SteppingCase.all.count > 50)
    }

    @Test(arguments: SteppingCase.all)
    fileprivate func `gives what the table says`(row: SteppingCase) throws {
        let bounds = try row.bounds.map { try #require(ExactDecimal($0)) }
        let form = FormDefinition(starting: Stepped()) { stepped in
            Stepper(
                "Number", value: stepped.number, in: bounds[0]...bounds[1], step: bounds[2])
        }
        let intent = row.press == "clear" ? "clear:number" : "step:number:\(row.press)"
        let submission = Submission(fields: [
            ("number", RawText(row.text)), ("_intent", RawText(intent)),
        ])
        let bound = form.bind(submission, in: EnvironmentValues())
        #expect(bound.state.typed("number") == row.gives)
        let page = try form.page(bound.record, bound.state)
        let atBound = page.all("button").filter { $0["aria-disabled"] == "true" }
        #expect(atBound.map { $0.has("minus") ? "minus" : "plus" }.joined() == row.at)
    }
}
