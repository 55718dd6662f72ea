// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("A behaviour with very many modules", .timeLimit(.minutes(30)))
struct ManyModulesTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    private func behaviour(_ library: String, _ count: Int, _ step: String) -> String {
        let modules = (0..<count).map { #""m\#($0)":{"library":"\#(library)"}"# }.joined(separator: ",\n")
        return #"{"behaviour":1,"modules":{\#(modules)},"steps":[\#(step)]}"#
    }

    @Test("reads a library of the module path once")
    func described() throws {
        let text = behaviour("probe", 10_000, #"{"call":"m9999.add","with":[1,2],"expect":{"result":3}}"#)
        #expect(try bench.heddle("run", behaviour: text).status == 0)
    }

    @Test("opens a library of the system once")
    func system() throws {
        #expect(try bench.heddle("check", behaviour: behaviour("libm.so.6", 10_000, "")).status == 0)
    }

    @Test("says of each that its library is not there")
    func missing() throws {
        let modules = (0..<1000).map { #""m\#($0)":{"library":"nowhere\#($0)"}"# }.joined(separator: ",")
        let check = try bench.heddle("check", behaviour: #"{"behaviour":1,"modules":{\#(modules)},"steps":[]}"#)
        #expect(check.status == 4)
        #expect(check.errors.contains("and 900 more; --json shows all\n1000 errors\n"))
    }
}
