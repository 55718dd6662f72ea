// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDiagnostics
import Heddle
import Testing

@Suite("Bindings without their library")
struct BindingsCheckTests {
    private func messages(_ text: String) -> [String] {
        do throws(Diagnostics) {
            try Bindings.read(SourceText(name: "own.json", text)).check()
            return []
        } catch {
            return error.all.map(\.message)
        }
    }

    @Test("are right where each declaration can be read and each layout is that of its declaration")
    func right() {
        let text = #"""
            { "bindings": 1, "declarations": ["struct pair { char a; int b; }", "int sum(struct pair p)"],
              "layouts": { "struct pair": { "size": 8, "offsets": { "b": 4 } } } }
            """#
        #expect(messages(text) == [])
    }

    @Test("are wrong where a declaration uses a type that stands behind it, and where a layout is another")
    func wrong() {
        let text = #"""
            { "bindings": 1, "declarations": ["struct pair { char a; cb b; }", "typedef void (*cb)(struct pair *p)"],
              "layouts": { "struct pair": { "size": 16, "offsets": { "b": 8 } } } }
            """#
        #expect(
            messages(text) == [
                "unknown type \"cb\"",
                "the field b of struct pair lies at byte 8 by the layout, at byte 4 by its declaration",
            ])
    }
}
