// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import HeddleDiagnostics
import Testing

@Suite("A hook in the background")
struct BackgroundReadingTests {
    private func background(_ text: String) throws -> HookEntry.Background? {
        let hook = #"{"on": "a.b", "after": "log", "background": \#(text)}"#
        return try read(behaviour(hook: hook)).hooks[0].background?.value
    }

    @Test("is asked for with true, or with what is not as usual")
    func kinds() throws {
        let usual = try #require(try background("true"))
        #expect(usual.limit == nil && usual.seconds == nil)
        let other = try #require(try background(#"{"limit": 5, "seconds": 0.5, "x-why": "small"}"#))
        #expect(other.limit == 5 && other.seconds == 0.5)
        #expect(try background("{}") != nil)
        #expect(try background("false") == nil)
        #expect(try read(behaviour(hook: #"{"on": "a.b", "before": "log", "background": false}"#)).hooks.count == 1)
    }

    @Test(
        "is refused with a reason",
        arguments: [
            (#""after": "log", "background": 1"#, "\"background\" of a hook is a number, expected true or an object"),
            (
                #""after": "log", "background": {"limit": 0}"#,
                "\"limit\" of a background is 0, expected a whole number from 1 to 10000000"
            ),
            (
                #""after": "log", "background": {"limit": 1.5}"#,
                "\"limit\" of a background is 1.5, expected a whole number from 1 to 10000000"
            ),
            (
                #""after": "log", "background": {"limit": 1e99}"#,
                "\"limit\" of a background is 1e99, expected a whole number from 1 to 10000000"
            ),
            (
                #""after": "log", "background": {"seconds": "5"}"#,
                "\"seconds\" of a background is text, expected a number from 0.001 to 86400"
            ),
            (
                #""after": "log", "background": {"seconds": -1}"#,
                "\"seconds\" of a background is -1, expected a number from 0.001 to 86400"
            ),
            (#""after": "log", "background": {"limits": 1}"#, "a background has no key \"limits\""),
            (
                #""before": "log", "background": true"#,
                "a hook in the background has only \"after\", found \"before\": the call does not wait for it"
            ),
            (
                #""after": "log", "instead": ["cache"], "background": {}"#,
                "a hook in the background has only \"after\", found \"instead\": the call does not wait for it"
            ),
        ])
    func refused(keys: String, message: String) {
        #expect(issues(behaviour(hook: #"{"on": "a.b", \#(keys)}"#)).map(\.message) == [message])
    }

    @Test("The mistake of a wrong place points at the key, and says what to write")
    func place() {
        #expect(
            rendered(#"{"behaviour": 1, "hooks": [{"on": "a.b", "before": "log", "background": true}]}"#) == """
                error: a hook in the background has only "after", found "before": the call does not wait for it
                 --> stack.json:1:73
                  |
                1 | {"behaviour": 1, "hooks": [{"on": "a.b", "before": "log", "background": true}]}
                  |                                                                         ^^^^ beside "before"
                  = write two hooks, one with "before" and one in the background
                """)
    }
}
