// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("What --json writes")
struct EventTests {
    private let bench: Bench

    init() throws { bench = try Bench() }

    @Test("A call that returned has all that there is to know of it")
    func returned() throws {
        let event = try bench.events(of: behaviour(",{ \"call\": \"probe.divide\", \"with\": [7, 2] }"))[1]
        #expect(
            event.line.hasPrefix(
                #"{"event":"call","index":1,"call":"probe.divide","with":[7,2],"status":"returned","#
                    + #""out":{"quotient":3,"rest":1},"errno":0,"ns":"#))
        #expect(event["ns"].map { (ns: Int) in ns > 0 } == true)
        let add = try bench.events(of: behaviour(",{ \"call\": \"probe.add\", \"with\": [7, 2] }"))[1]
        #expect(add.names == ["call", "errno", "event", "index", "ns", "out", "result", "status", "with"])
        #expect(add["result"] == 9)
    }

    @Test("A call that failed has its failure")
    func failed() throws {
        let run = try bench.heddle(
            "run", behaviour: behaviour(",{ \"call\": \"probe.divide\", \"with\": [7, 0] }"), "--json")
        #expect(run.status == 1)
        let event = try run.events[1]
        #expect(
            event.names
                == [
                    "call", "circumstances", "code", "errno", "event", "failure", "index", "ns", "out", "status",
                    "with",
                ]
        )
        #expect(event["code"] == "call.failed")
        #expect(event["status"] == "failed")
        let failure: [String: Any] = try #require(event["failure"])
        #expect(failure["code"] as? String == "byZero")
        #expect(failure["message"] as? String == "nothing is divided by 0")
        #expect((failure["suppressed"] as? [Any])?.isEmpty == true)
    }

    @Test("A call that was skipped has the reason")
    func skipped() throws {
        let events = try bench.events(
            of: behaviour(",{ \"call\": \"probe.none\" }", rest: ", \"policy\": { \"missing\": \"skip\" }"))
        #expect(events.map(\.kind) == ["call", "diagnostic", "call", "summary"])
        #expect(events[2].names == ["call", "event", "index", "reason", "status", "with"])
        #expect(events[2]["status"] == "skipped")
        #expect(events[2]["reason"] == "the module probe has no action \"none\"; the call is skipped")
    }

    @Test("An expectation follows its call, held or not, with what was expected, what was found and where it stands")
    func expectations() throws {
        let events = try bench.events(
            of: behaviour(
                ",\n{ \"call\": \"probe.add\", \"with\": [1, 2], \"expect\": { \"result\": { \"gt\": 2 }, \"errno\": 1 } }"
            ))
        #expect(events.map(\.kind) == ["call", "call", "expectation", "expectation", "summary"])
        #expect(
            events[2].line
                == #"{"event":"expectation","index":1,"path":"result","held":true,"expected":{"gt":2},"#
                + #""condition":"greater than 2","actual":3,"at":"stack.json:5:52"}"#)
        #expect(
            events[3].line
                == #"{"event":"expectation","index":1,"path":"errno","held":false,"expected":1,"actual":0,"#
                + #""at":"stack.json:5:75","quote":{"text":"{ \"call\": \"probe.add\", \"with\": [1, 2], "#
                + #"\"expect\": { \"result\": { \"gt\": 2 }, \"errno\": 1 } }","column":1,"width":10},"#
                + #""circumstances":{"difference":["expected: int 1","actual:   int 0"],"type":"int","sources":[],"#
                + #""hooks":[]},"code":"expectation.failed"}"#)
        #expect(
            events[4].line
                == #"{"event":"summary","calls":2,"returned":2,"failed":0,"skipped":0,"expectations":{"held":1,"failed":1},"status":1}"#
        )
    }

    @Test("Of a call that failed there is no result to be found")
    func noActual() throws {
        let steps = ",{ \"call\": \"probe.look_up\", \"with\": [\"x\"], \"expect\": { \"result\": 1 } }"
        let event = try bench.events(of: behaviour(steps))[2]
        #expect(event["held"] == false)
        #expect(!event.names.contains("actual"))
    }

    @Test("What modules emit is an event, before the call that emits it has ended")
    func emitted() throws {
        let events = try bench.events(
            of: behaviour(
                #",{ "call": "probe.tell", "with": ["progress", "{\"done\": [1, 2.50]}"] }"#
                    + #",{ "call": "probe.tell", "with": ["progress", "no \"JSON\""] }"#
                    + #",{ "call": "probe.tell", "with": ["done", ""] }"#))
        #expect(
            events.filter { $0.kind == "emitted" }.map(\.line) == [
                #"{"event":"emitted","name":"progress","value":{"done":[1,2.50]}}"#,
                #"{"event":"emitted","name":"progress","value":"no \"JSON\""}"#, #"{"event":"emitted","name":"done"}"#,
            ])
        #expect(events.map(\.kind) == ["call", "emitted", "call", "emitted", "call", "emitted", "call", "summary"])
    }

    @Test("What aspects find out comes at the end, before the summary")
    func findings() throws {
        let hooks = #", "hooks": [{ "name": "n", "on": "probe.*", "after": ["count", "time"] }]"#
        let events = try bench.events(of: behaviour(rest: hooks))
        #expect(events.map(\.kind) == ["call", "finding", "finding", "summary"])
        #expect(
            events[1].line
                == #"{"event":"finding","aspect":"count","hook":"n","action":"probe.say","facts":{"returned":1,"failed":0}}"#
        )
        let facts: [String: Any] = try #require(events[2]["facts"])
        #expect(facts["calls"] as? Int == 1)
        #expect(facts.keys.contains("totalNs"))
    }

    @Test("Standard output has nothing but events, whatever modules print and whenever they hand it over")
    func purity() throws {
        let run = try bench.heddle(
            "run",
            behaviour: behaviour(
                #",{ "call": "probe.mutter", "with": ["left in a buffer"] },{ "call": "probe.say", "with": ["{}"] }"#),
            "--json")
        #expect(try run.events.map(\.kind) == ["call", "call", "call", "summary"])
        #expect(run.errors == "CALLED\nleft in a buffer\n{}\n")
    }

    @Test("Texts arrive as they are, whatever they hold")
    func texts() throws {
        let text = #""\"\\\n\t\u0001 é 😀 \u2028 </script>""#
        let event = try bench.events(of: behaviour(",{ \"call\": \"probe.same_text\", \"with\": [\(text)] }"))[1]
        #expect(event["result"] == "\"\\\n\t\u{1} é 😀 \u{2028} </script>")
    }

    @Test("A mistake is an event, with all that people are told")
    func diagnostics() throws {
        let check = try bench.heddle(
            "check", behaviour: behaviour(",{ \"call\": \"probe.ad\", \"with\": [1, 2] }"), "--json")
        #expect(check.errors == "")
        let event = try #require(try check.events.first)
        #expect(try check.events.count == 1)
        #expect(event.kind == "diagnostic")
        #expect(event["severity"] == "error")
        #expect(event["code"] == "action.missing")
        #expect(event["subject"] == "module")
        #expect(event["suggestion"] == "did you mean \"add\"?")
        #expect(event["at"] == "stack.json:4:59")
    }

    @Test("A plan is a line for each step, with its arguments as values and what runs in order")
    func plan() throws {
        let hooks = #", "hooks": [{ "name": "n", "on": "probe.add", "before": "log", "after": "count" }]"#
        let steps = #"""
            ,{ "call": "probe.add", "with": [1, 2], "save": "sum" },
            { "call": "probe.same_signed", "with": [{ "ref": "sum" }] },
            { "call": "probe.sum_bytes", "with": { "bytes": { "hex": "00ff" } } }
            """#
        let plan = try bench.heddle("plan", behaviour: behaviour(steps, rest: hooks), "--json", "--calls", "own")
        #expect(plan.status == 0)
        #expect(plan.errors == "")
        let events = try plan.events
        #expect(events.map(\.kind) == ["plan", "plan", "plan", "plan"])
        #expect(
            events[1].line
                == #"{"event":"plan","index":1,"call":"probe.add","with":[1,2],"runs":["#
                + #"{"position":"before","runs":"log","hook":"n","why":"stack.json:7:16 on \"probe.add\"","place":"order 0"},"#
                + #"{"position":"action","runs":"int32_t add(int32_t a, int32_t b)","calls":"own","chosen":"--calls","#
                + #""why":"Heddle's own transfer"},"#
                + #"{"position":"after","runs":"count","hook":"n","why":"stack.json:7:16 on \"probe.add\"","place":"order 0"}]}"#
        )
        #expect(events[2].line.contains(#""with":[{"ref":"sum"}]"#))
        #expect(events[3].line.contains(#""with":[{"bytes":"AP8="},null]"#))
    }
}
