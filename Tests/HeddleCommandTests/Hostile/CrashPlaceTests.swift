// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("The report of a crash")
struct CrashPlaceTests {
    private let module: EndingModule

    init() throws { module = try EndingModule() }

    @Test(
        "names what makes or destroys an instance, or releases a text",
        arguments: [
            ("IN_CREATE", "m.begin, which makes the instance"),
            ("IN_DESTROY", "m.finish, which destroys the instance"),
            ("IN_RELEASE", "let_go, which releases memory from m.text"),
        ])
    func place(variable: String, words: String) throws {
        for option in ["--json", "--no-color"] {
            let run = try module.heddle("run", #"{ "call": "m.text" }"#, [variable: "crash"], option)
            #expect(run.status == 5)
            #expect(run.errors.contains("error: native code crashed with SIGSEGV in \(words)\n"), "\(run.errors)")
        }
    }

    @Test("names the action that a thread of the module called")
    func byThread() throws {
        let call = try module.heddle("run", #"{ "call": "m.by_thread", "with": ["crash"] }"#, [:])
        #expect(call.status == 5)
        #expect(call.errors.hasPrefix("error: native code crashed with SIGSEGV in m.end\n"))
    }

    @Test("names the call during which a thread of the module crashed, also where its stack overflowed")
    func onThread() throws {
        for way in ["crash", "overflow"] {
            let run = try module.heddle("run", #"{ "call": "m.on_thread", "with": ["\#(way)"] }"#, [:])
            #expect(run.status == 5)
            #expect(
                run.errors.hasPrefix(
                    "error: native code crashed with SIGSEGV on a thread of its own, during m.on_thread\n"))
        }
        let run = try module.heddle("run", #"{ "call": "m.by_thread", "with": ["overflow"] }"#, [:])
        #expect(run.status == 5)
        #expect(run.errors.hasPrefix("error: native code crashed with SIGSEGV in m.end\n"))
    }

    @Test("is one and whole where several threads crash at once", arguments: 1...10)
    func threads(round: Int) throws {
        let run = try module.heddle("run", #"{ "call": "m.crash_on_threads", "with": [8] }"#, [:])
        #expect(run.status == 5)
        #expect(
            run.errors == """
                error: native code crashed with SIGSEGV on a thread of its own, during m.crash_on_threads
                  = the run ends here: what a crash leaves behind cannot be trusted

                """)
    }

    @Test("comes where the dynamic linker is broken")
    func linker() throws {
        for option in ["--json", "--no-color"] {
            let run = try module.heddle("run", #"{ "call": "m.break_linker" }"#, [:], option)
            #expect(run.status == 5)
            #expect(
                run.errors.hasPrefix("error: native code crashed with SIGSEGV in m.break_linker\n"), "\(run.errors)")
        }
    }
}
