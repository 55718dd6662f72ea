// SPDX-License-Identifier: Apache-2.0

extension OracleCase {
    /// The C text of the case: its types, what is called, what calls back, and what both must note.
    func source(forPeers: Bool, _ callsBackAlways: Bool) -> String {
        """
        \(typeText)\(callee)\(expectation("expect", parameters))\(declared == nil || callsBackAlways ? backCaller : "")\
        \(expectation("expect_back", [result].compactMap(\.self)))\(forPeers ? readers : "")
        """
    }

    /// Notes each argument, spoils its copy of them, and returns the constant.
    private var callee: String {
        let noted = parameters.enumerated().flatMap { index, example in
            [fetched(index, example)] + example.notes(of: "a\(index)")
        }
        let spoiled = parameters.indices.map { "scribble(&a\($0), sizeof a\($0));" }
        return function(declaration, list + noted + spoiled + (list.isEmpty ? [] : ["va_end(list);"]) + returned)
    }

    private var list: [String] {
        declared.map { ["va_list list; va_start(list, a\($0 - 1));"] } ?? []
    }

    /// The statement that takes an argument that no parameter is declared for.
    private func fetched(_ index: Int, _ example: Example) -> String {
        guard let declared, index >= declared else { return "" }
        return "\(example.shape.declaration(of: "a\(index)")) = va_arg(list, \(example.shape.declaration()));"
    }

    private var returned: [String] { result.map { [variable($0, "r"), "return r;"] } ?? [] }

    /// Calls back with the constants, and notes what comes back. Nobody is called back with a variable number of them.
    private var backCaller: String {
        let made = parameters.enumerated().map { variable($1, "a\($0)") }
        let call = "callback(\(parameters.indices.map { "a\($0)" }.joined(separator: ", ")));"
        let noted = result.map { result in
            ["\(result.shape.declaration(of: "r")) = \(call)"] + result.notes(of: "r")
        }
        return function(backDeclaration, made + (noted ?? [call]))
    }

    /// A variable with a value.
    private func variable(_ example: Example, _ name: String) -> String {
        let constant =
            "static const \(example.shape.declaration(of: "c\(name)")) = \(example.datum.literal(example.shape));"
        guard example.shape != .text else {
            return "\(example.shape.declaration(of: name)) = \(example.datum.literal(.text));"
        }
        return "\(constant) \(example.shape.declaration(of: name)) = c\(name);"
    }

    /// The expected notes of values, as the bytes of a constant.
    private func expectation(_ name: String, _ examples: [Example]) -> String {
        let image = examples.flatMap(\.image)
        guard !image.isEmpty else { return function("static void \(name)_\(number)(void)", []) }
        let members = image.enumerated().map { "\($1.type("v\($0)"));" }.joined(separator: " ")
        let values = image.map(\.literal).joined(separator: ", ")
        return function(
            "static void \(name)_\(number)(void)",
            [
                "static const struct __attribute__((packed)) { \(members) } image = { \(values) };",
                "put(&image, sizeof image);",
            ])
    }

    /// Notes a result, or the arguments of a callback, in memory, for peers that compare no values.
    private var readers: String {
        let taken = result.map {
            function("void took_\(number)(\($0.shape.declaration(of: "*r")))", $0.notes(of: "(*r)"))
        }
        let list = parameters.enumerated().map { $1.shape.declaration(of: "*a\($0)") }
        let notes = parameters.enumerated().flatMap { index, example in example.notes(of: "(*a\(index))") }
        let got = function("void got_\(number)(\(list.isEmpty ? "void" : list.joined(separator: ", ")))", notes)
        return (taken ?? "") + got
    }

    private func function(_ head: String, _ body: [String]) -> String {
        "\(head) {\n\(body.filter { !$0.isEmpty }.map { "    \($0)\n" }.joined())}\n"
    }
}
