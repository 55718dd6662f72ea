// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import Testing
import Workbench

@Suite("Expectations of numbers of 128 bits")
struct WidestRangeTests {
    private func mistakes(_ expectation: String) throws -> [String] {
        let text = """
            { "behaviour": 1,
              "modules": { "m": { "library": "libc.so.6", "declarations": ["__int128 abs(__int128 n)"] } },
              "steps": [{ "call": "m.abs", "with": [1], "expect": { "result": \(expectation) } }] }
            """
        let host = ModuleHost(modulePath: [])
        do throws(Diagnostics) {
            _ = try Plan.read(SourceText(name: "wide.json", text), on: host, origin: .file(folder: "."))
            return []
        } catch {
            return error.all.map(\.message)
        }
    }

    private static let least = "\(Int128.min)"
    private static let most = "\(Int128.max)"

    @Test("may reach from one end of their range to the other")
    func ends() throws {
        #expect(try mistakes(#"{ "gt": \#(Self.least), "lt": \#(Self.most) }"#) == [])
        #expect(try mistakes(#"{ "gt": \#(Self.least), "lt": \#(Self.most), "ne": 0 }"#) == [])
        #expect(try mistakes(Self.most) == [])
        #expect(try mistakes(Self.least) == [])
    }

    @Test("that no number meets are found beside the ends, too")
    func contradictions() throws {
        #expect(try mistakes(#"{ "gt": \#(Int128.max - 1), "lt": \#(Self.most) }"#).count == 1)
        #expect(try mistakes(#"{ "gt": \#(Self.most) }"#).count == 1)
        #expect(try mistakes(#"{ "lt": \#(Self.least) }"#).count == 1)
    }
}
