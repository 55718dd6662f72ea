// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import HeddleDeclarations
import HeddleDiagnostics
import HeddleJSON
import Testing

/// The caret of a mistake stands below what is wrong: below an unknown key, and below a wrong value.
@Suite("A mistake in the options of an aspect")
struct OptionPlaceTests {
    /// The texts below which the mistakes of some options stand.
    private func places(_ name: String, _ options: String, _ position: HookPosition) throws -> [String?] {
        let node = try JSONNode.read(SourceText(name: "stack.json", options))
        do throws(Diagnostics) {
            let aspect = try AspectCatalog().make(name, options: node, for: position)
            guard case .interceptor(let make, _) = aspect.role else { return [] }
            do throws(AspectError) { _ = try make(FakeTarget()) } catch {
                return [aspect.diagnostic(error).range?.text]
            }
            return []
        } catch {
            return error.all.map { $0.range?.text }
        }
    }

    @Test(
        "is shown at its key or value, at every depth",
        arguments: [
            ("cache", #"{"capcity": 2}"#, .instead, [#""capcity""#]),
            ("cache", #"{"capacity": 0, "ttl": "5"}"#, .instead, ["0", #""5""#]),
            ("cache", #"{"key": ["a", 1]}"#, .instead, ["1"]),
            ("cache", #"{"key": ["a", "a"]}"#, .instead, [#""a""#]),
            ("cache", #"{"key": ["a", "c"]}"#, .instead, [#""c""#]),
            ("cache", "5", .instead, ["5"]),
            ("delay", #"{"jitter": 0.5}"#, .instead, ["{"]),
            ("fault", #"{"nth": [1, 0, "x"]}"#, .instead, ["0", #""x""#]),
            ("fault", #"{"nth": 1, "every": 2}"#, .instead, ["2"]),
            ("fault", #"{"seed": 4}"#, .instead, ["4"]),
            ("retry", #"{"backoff": "2 s", "most": "1 s"}"#, .instead, [#""1 s""#]),
            ("guard", #"{"where": {"argument.c": 1}}"#, .instead, [#"{"argument.c": 1}"#]),
            ("guard", #"{"action": "a.b"}"#, .instead, [#""a.b""#]),
            ("rewrite", #"{"arguments": {"a": 1, "c": 2}}"#, .before, [#""c""#]),
            ("rewrite", #"{"arguments": {"a": "misfit"}}"#, .before, [#""misfit""#]),
            ("rewrite", #"{"arguments": {"a": {"hex": "0"}}}"#, .before, [#""0""#]),
            ("rewrite", #"{"result": 1}"#, .before, ["1"]),
            ("answer", #"{"results": [1, "misfit"]}"#, .instead, [#""misfit""#]),
            ("answer", #"{"results": [{"ref": "x"}]}"#, .instead, [#""x""#]),
            ("answer", #"{"calls": [{"call": "z.add"}, {"call": "z.add", "wiht": 1}]}"#, .instead, [#""wiht""#]),
            (
                "answer", #"{"calls": [{"call": "z.add", "failure": {"code": "", "message": 1}}]}"#, .instead,
                [#""""#, "1"]
            ),
            (
                "answer", #"{"calls": [{"call": "z.add"}, {"call": "z.add", "with": [1]}]}"#, .instead,
                [
                    #"{"call": "z.add", "with": [1]}"#
                ]
            ),
            ("expectCalls", #"{"times": {"atLeast": 1, "most": 2}}"#, .instead, [#""most""#]),
            ("expectCalls", #"{"times": {"atLeast": -1}}"#, .instead, ["-1"]),
            ("track", #"{"label": "l", "data": {"a": "result", "b": "args.a"}}"#, .after, [#""args.a""#]),
            ("track", #"{"label": "l", "data": {"a": {"cal": "m.f"}}}"#, .after, [#""cal""#]),
            ("track", #"{"label": "l", "to": {"file": 1}}"#, .after, ["1"]),
            ("track", #"{"label": "l", "to": [{"file": "a"}, {"file": 1}]}"#, .after, ["1"]),
            ("track", #"{"label": "l", "to": ["events", {"action": "a.b"}]}"#, .after, [#""a.b""#]),
            ("time", #"{"quantiles": [0.5, 2]}"#, .after, ["2"]),
        ] as [(String, String, HookPosition, [String])])
    func places(name: String, options: String, position: HookPosition, expected: [String]) throws {
        #expect(try places(name, options, position) == expected)
    }

    @Test("is shown at the name that no action knows")
    func names() throws {
        func place(_ name: String, _ options: String) throws -> String? {
            let node = try JSONNode.read(SourceText(name: "stack.json", options))
            let aspect = try AspectCatalog().make(name, options: node, for: .before)
            guard case .observer(let observer, _) = aspect.role else { return nil }
            let target = FakeTarget()
            do throws(AspectError) {
                try observer.check([WovenAction(target.name, target.signature)])
                return nil
            } catch {
                return aspect.diagnostic(error).range?.text
            }
        }
        #expect(try place("log", #"{"redact": ["a", "pasword"]}"#) == #""pasword""#)
        #expect(try place("expectCalls", #"{"order": ["z.add", "z.ad"]}"#) == #""z.ad""#)
        #expect(
            try place("track", #"{"label": "l", "data": {"x": "argument.a", "y": "argument.q"}}"#) == #""argument.q""#)
        #expect(try place("track", #"{"label": "l", "when": {"argument.q": 1}}"#) == #"{"argument.q": 1}"#)
    }
}
