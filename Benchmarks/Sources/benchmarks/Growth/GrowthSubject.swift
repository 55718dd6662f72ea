// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Something that a behaviour may have very many of, all in one line and around one action.
struct GrowthSubject: Sendable {
    /// What is done with the behaviour.
    enum Work: Sendable {
        /// It is run, and holds.
        case run
        /// Its cases are run, and pass.
        case cases
        /// It is run with the report for people, and fails.
        case failing
        /// It is refused, and the mistakes that a person is shown are rendered.
        case refused
    }

    let name: String
    let work: Work
    /// Of how many a behaviour is still written.
    var most = 1_000_000
    /// The keys of the behaviour with so many of them; further files go into the folder.
    let keys: @Sendable (_ count: Int, _ folder: URL) throws -> String

    /// Writes the behaviour.
    func write(_ count: Int, in folder: URL) throws -> URL {
        let file = folder.appendingPathComponent("growth.json")
        try Data(#"{"behaviour":1,\#(try keys(count, folder))}"#.utf8).write(to: file)
        return file
    }

    static func named(_ name: String) -> GrowthSubject? { all.first { $0.name == name } }

    static let all = [
        GrowthSubject(name: "steps", work: .run) { count, _ in
            module + list("steps", count) { #"{"call":"f.add","with":[\#($0),7],"expect":{"result":\#($0 + 7)}}"# }
        },
        GrowthSubject(name: "saved values", work: .run) { count, _ in
            module + list("steps", count, StepKind.saving.text)
        },
        GrowthSubject(name: "cases", work: .cases) { count, _ in
            module + noSteps + "," + list("cases", count) { #"{"name":"\#($0)","steps":[\#(call)]}"# }
        },
        GrowthSubject(name: "rows", work: .cases) { count, _ in
            let rows = list("each", count) { #"{"n":\#($0)}"# }
            return module + noSteps
                + #","cases":[{"name":"c",\#(rows),"steps":[{"call":"f.add","with":[{"ref":"row.n"},7]}]}]"#
        },
        GrowthSubject(name: "hooks", work: .run) { count, _ in
            module + list("hooks", count) { _ in #"{"on":"f.add","before":"count"}"# } + "," + oneStep
        },
        GrowthSubject(name: "nested hooks", work: .run) { count, _ in
            module
                + list("hooks", count) {
                    #"{"name":"\#($0)","on":"f.add","before":"count"\#($0 + 1 < count ? #","inside":["\#($0 + 1)"]"# : "")}"#
                } + "," + oneStep
        },
        GrowthSubject(name: "names in constraints", work: .run) { count, _ in
            // Each hook is outside of all that follow.
            let hooks = Int(Double(2 * count).squareRoot()) + 1
            return module
                + list("hooks", hooks) { number in
                    let inner = (number..<hooks).dropFirst().map { "\"\($0)\"" }
                    return
                        #"{"name":"\#(number)","on":"f.add","before":"count","outside":[\#(inner.joined(separator: ","))]}"#
                } + "," + oneStep
        },
        GrowthSubject(name: "modules", work: .run) { count, _ in
            #""modules":{"f":{"library":"BenchmarkFixture"},"#
                + (0..<count).map { #""m\#($0)":{"library":"BenchmarkFixture"}"# }.joined(separator: ",") + "},"
                + oneStep
        },
        GrowthSubject(name: "declarations", work: .run) { count, _ in
            mathematics(list("declarations", count) { #""double f\#($0)(double x)""# })
        },
        GrowthSubject(name: "tags", work: .run) { count, _ in
            let tags = (0..<count).map { "t\($0)" }.joined(separator: ",")
            return mathematics(#""declarations":["_Tags_(\#(tags)) double cos(double x)"]"#)
        },
        GrowthSubject(name: "answers", work: .run) { count, _ in
            let answers = list("calls", count) { #"{"call":"f.add","with":[\#($0),7],"result":\#($0)}"# }
            return module + #""hooks":[{"on":"f.add","instead":{"answer":{"ordered":false,\#(answers)}}}],"#
                + list("steps", count) { #"{"call":"f.add","with":[\#(count - 1 - $0),7]}"# }
        },
        GrowthSubject(name: "elements", work: .run) { count, _ in
            let numbers = (0..<max(count, 9)).map(String.init).joined(separator: ",")
            return module + #""steps":[{"call":"f.add","with":[1,7],"expect":{"result":{"in":[\#(numbers)]}}}]"#
        },
        GrowthSubject(name: "events", work: .run) { count, _ in
            module + #""hooks":[{"on":"f.add","after":{"track":{"label":"l"}}}],"# + list("steps", count) { _ in call }
        },
        GrowthSubject(name: "includes", work: .run, most: 10_000) { count, folder in
            for number in 0..<count {
                try Data(#"{"behaviour":1,"hooks":[]}"#.utf8)
                    .write(to: folder.appendingPathComponent("\(number).json"))
            }
            return module + list("include", count) { "\"\($0).json\"" } + "," + oneStep
        },
        GrowthSubject(name: "mistakes", work: .refused) { count, _ in
            module + list("steps", count) { _ in #"{"call":"f.add","with":[1,7],"wiht":1}"# }
        },
        GrowthSubject(name: "unknown names", work: .refused) { count, _ in
            module + list("steps", count) { #"{"call":"f.add","with":[{"ref":"n\#($0)"},7],"save":"s\#($0)"}"# }
        },
        GrowthSubject(name: "failed expectations", work: .failing) { count, _ in
            module + #""policy":{"onFailure":"continue"},"#
                + list("steps", count) { _ in #"{"call":"f.add","with":[1,7],"expect":{"result":9}}"# }
        },
        GrowthSubject(name: "characters of a text", work: .failing) { count, _ in
            #""modules":{"c":{"library":"libc.so.6","declarations":["char *strpbrk(const char *text, const char *any)"]}},"#
                + #""steps":[{"call":"c.strpbrk","with":["\#(String(repeating: "a", count: count))","a"],"#
                + #""expect":{"result":{"matches":"(.*)*x"}}}]"#
        },
    ]

    private static let module = #""modules":{"f":{"library":"BenchmarkFixture"}},"#
    private static let call = #"{"call":"f.add","with":[1,7]}"#
    private static let oneStep = #""steps":[\#(call)]"#
    private static let noSteps = #""steps":[]"#

    /// A module of the system, which is not called.
    private static func mathematics(_ keys: String) -> String {
        #""modules":{"m":{"library":"libm.so.6",\#(keys)}},"steps":[]"#
    }

    private static func list(_ key: String, _ count: Int, _ element: (Int) -> String) -> String {
        "\"\(key)\":[\((0..<count).map(element).joined(separator: ","))]"
    }
}
