// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

@Suite("The module path")
struct ModulePathTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    /// Puts a module into a folder; its action `place` gives the number.
    private func place(_ number: Int, in folder: String, as name: String = "placed", more: String = "") throws {
        try FileManager.default.createDirectory(atPath: bench.folder(folder), withIntermediateDirectories: true)
        try BuiltModules.compile(
            """
            #include <heddle/module.h>
            HEDDLE_MODULE("\(name)", "\(number).0.0")
            HEDDLE_ACTION(int32_t, place, void)
            \(more)
            int32_t place(void) { return \(number); }
            """, to: "\(folder)/\(name).so", in: bench.folder)
    }

    private func call(_ options: String..., environment: [String: String] = [:]) throws -> Program.Ended {
        try Program.built("heddle").run(
            ["call", "placed", "place"] + options, in: bench.folder.path,
            environment: ["XDG_DATA_HOME": bench.folder("data")].merging(environment) { $1 })
    }

    @Test("is the option's folders, those of the environment, and the user's, in this order; never the current folder")
    func order() throws {
        try place(1, in: "option")
        try place(2, in: "environment")
        try place(3, in: "data/heddle/modules")
        try place(4, in: ".")
        let environment = ["HEDDLE_MODULE_PATH": bench.folder("environment")]
        #expect(try call("-m", "option", environment: environment).output == "1\n")
        #expect(try call(environment: environment).output == "2\n")
        #expect(try call().output == "3\n")
        #expect(try call(environment: ["XDG_DATA_HOME": "", "HOME": bench.folder("home")]).status == 4)
        try place(5, in: "home/.local/share/heddle/modules")
        #expect(try call(environment: ["XDG_DATA_HOME": "", "HOME": bench.folder("home")]).output == "5\n")
        #expect(try call("-m", ".").output == "4\n")
    }

    @Test("is refused where it would depend on the current folder without anybody saying so")
    func relative() throws {
        try place(1, in: ".")
        for path in [".", "modules", "/nowhere:../modules"] {
            let ended = try call(environment: ["HEDDLE_MODULE_PATH": path])
            #expect(ended.status == 2)
            #expect(ended.errors.contains("HEDDLE_MODULE_PATH has the relative folder"), "\(ended.errors)")
        }
        for path in [":", "", "::"] { #expect(try call(environment: ["HEDDLE_MODULE_PATH": path]).status == 4) }
        let empty = try call("-m", "")
        #expect(empty.status == 2)
        #expect(empty.errors.contains("--module-path is empty; . is the current folder"))
    }

    @Test("has NAME.so before libNAME.so in one folder, for a list as for a call")
    func prefix() throws {
        try place(1, in: "both")
        try place(2, in: "other")
        try FileManager.default.copyItem(
            atPath: bench.folder("other/placed.so"), toPath: bench.folder("both/libplaced.so"))
        #expect(try call("-m", "both").output == "1\n")
        let events = try bench.heddle("list", "-m", bench.folder("both"), "--json").events
        #expect(events.map { $0["version"] } == ["1.0.0", "2.0.0"])
        #expect(events.map { $0["state"] } == ["ready", "shadowed"])
    }

    @Test("is listed with two files that describe themselves by one name, both of which are ready")
    func namesakes() throws {
        try place(1, in: "one")
        try FileManager.default.copyItem(
            atPath: bench.folder("one/placed.so"), toPath: bench.folder("one/renamed.so"))
        let list = try bench.heddle("list", "-m", bench.folder("one"))
        #expect(
            list.output == """
                placed 1.0.0  place
                placed 1.0.0  place  (\(bench.folder("one/renamed.so")): ready, \(bench.folder("one/placed.so")) has the same name)

                """)
    }

    @Test("is listed with the state of each file, and why it is not ready")
    func states() throws {
        try place(1, in: "one")
        try place(2, in: "two")
        try place(3, in: "two", as: "needy", more: #"HEDDLE_NEEDS("com.example.canvas")"#)
        try BuiltModules.compile("int f(void) { return 1; }", to: "two/plain.so", in: bench.folder)
        try bench.folder.write("two/text.so", "text")
        let list = try bench.heddle("list", "-m", bench.folder("one"), "-m", bench.folder("two"), "--json")
        let events = try list.events
        #expect(events.map { $0["state"] } == ["ready", "unmet", "shadowed", "undescribed", "refused"])
        let people = try bench.heddle("list", "-m", bench.folder("one"), "-m", bench.folder("two"))
        #expect(
            people.output.contains(
                "placed 2.0.0  place  (\(bench.folder("two/placed.so")): shadowed, \(bench.folder("one/placed.so")) is found first)"
            ))
        #expect(
            people.output.contains(
                #"needy 3.0.0  place  (\#(bench.folder("two/needy.so")): unmet, it needs the service "com.example.canvas")"#
            ))
        #expect(people.errors.contains("refused: the module \(bench.folder("two/text.so")) cannot be loaded"))
    }
}
