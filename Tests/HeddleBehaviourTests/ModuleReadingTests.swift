// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics
import HeddleJSON
import Testing

@Suite("The modules of a behaviour")
struct ModuleReadingTests {
    private func modules(_ text: String) -> String { #"{"behaviour": 1, "modules": \#(text)}"# }

    @Test("are read in order, each with its library, configuration and declarations")
    func full() throws {
        let found = try read(fullExample).modules
        #expect(found.map(\.name.value) == ["greeter", "z", "flow"])
        #expect(found.map(\.library?.value) == ["greeter", "libz.so.1", nil])
        #expect(
            found[0].config?.value == .object([.init("language", .string("en")), .init("bytes", .string("10 MB"))]))
        #expect(found[1].config == nil)
        #expect(
            found[1].declarations.map(\.value) == [
                "unsigned long crc32(unsigned long crc)", "const char *zlibVersion(void)",
            ])
        #expect(found[0].declarations.isEmpty)
        #expect(found[2].table?.source.value == "z.make_flow")
        #expect(found[2].table?.type?.value == "struct flow")
        guard case .positional(let arguments)? = found[2].table?.arguments else {
            Issue.record("no arguments: \(String(describing: found[2].table))")
            return
        }
        #expect(arguments.map(\.value.literal) == [1, .bytes([0])])
        #expect(found[1].name.range.text == "\"z\"")
        #expect(found[1].library?.range.text == "\"libz.so.1\"")
        #expect(found[1].declarations[1].range.text == "\"const char *zlibVersion(void)\"")
    }

    @Test("may be none")
    func none() throws {
        #expect(try read(#"{"behaviour": 1}"#).modules.isEmpty)
        #expect(try read(modules("{}")).modules.isEmpty)
    }

    @Test("need no library where the file declares their functions")
    func noLibrary() throws {
        let found = try read(
            modules(#"{"a": {"declarations": "double cos(double x)"}, "b": {"bindings": "b.json", "config": {}}}"#)
        ).modules
        #expect(found.allSatisfy { $0.library == nil })
        #expect(found[1].bindings.map(\.value) == ["b.json"])
    }

    @Test("take several files of bindings, and annotations by functions and their parameters")
    func annotations() throws {
        let found = try read(
            modules(
                #"{"m": {"library": "m", "bindings": ["a.json", "b.json"], "annotate": {"f": {"n": "_In_", "return": "_Ret_z_"}}}}"#
            )
        ).modules[0]
        #expect(found.bindings.map(\.value) == ["a.json", "b.json"])
        #expect(found.annotations.map(\.function.value) == ["f"])
        #expect(
            found.annotations[0].parts.map { "\($0.name.value): \($0.words.value)" } == ["n: _In_", "return: _Ret_z_"])
        let wrong = [
            (#""annotate": []"#, "\"annotate\" of a module is an array, expected an object with the annotations"),
            (
                #""annotate": {"f": "_In_"}"#,
                "is text, expected an object with the annotations by the names of parameters or members"
            ),
            (#""annotate": {"f": {"n": ["_In_"]}}"#, "is an array, expected text"),
            (#""bindings": []"#, "is [], expected at least one file"),
        ]
        for (member, message) in wrong {
            let found = issues(modules(#"{"m": {"library": "m", \#(member)}}"#)).map(\.message)
            #expect(found.count == 1 && found[0].contains(message), "\(found)")
        }
    }

    @Test("name the library in whose place hooks answer, if they have none")
    func replaced() throws {
        let found = try read(
            modules(#"{"a": {"replaces": "libm.so.6", "declarations": "double cos(double x)"}}"#)
        ).modules
        #expect(found[0].replaced?.value == "libm.so.6" && found[0].library == nil)
        let both = modules(
            #"{"a": {"library": "libm.so.6", "replaces": "libm.so.6", "declarations": "double cos(double x)"}}"#)
        #expect(
            issues(both).map(\.message) == ["\"replaces\" stands in place of \"library\", not beside it"])
    }

    @Test(
        "that cannot be read are one mistake: calls of them are no further ones",
        arguments: [#""modul": {"m": {}}"#, #""module": {"m": {}}"#, #""modules": [{"m": {}}]"#])
    func unread(modules: String) {
        let text = #"{"behaviour": 1, \#(modules), "steps": [{"call": "m.f"}, {"call": "m.g"}]}"#
        #expect(issues(text).count == 1)
    }

    @Test("take one declaration without a list")
    func oneDeclaration() throws {
        let found = try read(modules(#"{"m": {"library": "m", "declarations": "double cos(double x)"}}"#)).modules
        #expect(found[0].declarations.map(\.value) == ["double cos(double x)"])
    }

    @Test(
        "are refused with a reason",
        arguments: [
            (#"[]"#, "\"modules\" of a behaviour is an array, expected an object with the modules by their names"),
            (#"{"m": 1}"#, "\"m\" of \"modules\" is a number, expected an object"),
            (#"{"m": {}}"#, "a module needs the key \"library\", found none"),
            (
                #"{"m": {"library": "m", "config": [1]}}"#,
                "\"config\" of a module is an array, expected an object with the module's settings"
            ),
            (#"{"m": {"library": 12}}"#, "\"library\" of a module is a number, expected text"),
            (#"{"m": {"library": ""}}"#, "\"library\" of a module is \"\", expected text that is not empty"),
            (
                #"{"m": {"library": "m", "declarations": [1]}}"#,
                "an element of \"declarations\" of a module is a number, expected text"
            ),
            (
                #"{"m": {"library": "m", "declarations": {}}}"#,
                "\"declarations\" of a module is an object, expected text or a list of texts"
            ),
            (#"{"m": {"library": "m", "libary": 1}}"#, "a module has no key \"libary\""),
            (#"{"m": {"libary": "m"}}"#, "a module has no key \"libary\""),
            (#"{"": {"library": "m"}}"#, "\"\" cannot name a module, expected a name without spaces and without * ! :"),
            (
                #"{"a*": {"library": "m"}}"#,
                "\"a*\" cannot name a module, expected a name without spaces and without * ! :"
            ),
            (
                #"{"library:a": {"library": "m"}}"#,
                "\"library:a\" cannot name a module, expected a name without spaces and without * ! :"
            ),
            (
                #"{"a b": {"library": "m"}}"#,
                "\"a b\" cannot name a module, expected a name without spaces and without * ! :"
            ),
            (
                #"{"a\u0000": {"library": "m"}}"#,
                "\"a\\u0000\" cannot name a module, expected a name without spaces and without * ! :"
            ),
        ])
    func refused(text: String, message: String) {
        #expect(issues(modules(text)).map(\.message) == [message])
        #expect(issues(modules(text)).allSatisfy { $0.severity == .error })
    }

    @Test("have names that Unicode tells apart")
    func equivalentNames() {
        let text = modules("{\"\u{E9}\": {\"library\": \"m\"}, \"e\u{301}\": {\"library\": \"m\"}}")
        #expect(codes(text) == ["behaviour.duplicate-name"])
    }
}
