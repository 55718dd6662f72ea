// SPDX-License-Identifier: Apache-2.0

import Foundation
import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport
import HeddleSystem
import Testing

@Suite("The temporary folder of a run")
struct TemporaryFolderTests {
    private let host = ModuleHost()

    private func plan(_ members: String) throws -> Plan {
        let text = """
            { "behaviour": 1, \(members),
              "modules": { "c": { "library": "libc.so.6", "declarations": [
                "int mkdir(const char *path, unsigned int mode)", "int access(const char *path, int mode)",
                "int symlink(const char *target, const char *path)", "int chmod(const char *path, unsigned int mode)",
                "char *strdup(const char *text)", "long labs(long n)", "int rmdir(const char *path)" ] } } }
            """
        return try Plan.read(SourceText(name: "folder.json", text), on: host, origin: .file(folder: "."))
    }

    private func run(_ steps: String, rest: String = "") throws -> [Event] {
        let plan = try plan(#""steps": [\#(steps)]\#(rest)"#)
        defer { plan.end() }
        let recorder = Recorder()
        let stream = EventStream(to: [recorder])
        _ = Run(plan, on: host, events: stream)()
        stream.finish()
        return recorder.events
    }

    private func mistakes(_ members: String) -> [String] {
        do {
            try plan(members).end()
            return []
        } catch {
            return ((error as? Diagnostics)?.all ?? []).map(\.message)
        }
    }

    private let own = #"{ "call": "c.strdup", "with": [{ "ref": "temporary.folder" }] }"#

    private func step(_ call: String, _ path: String, _ more: String = "", result: Int = 0) -> String {
        #"""
        { "call": "c.\#(call)", "with": [{ "join": [{ "ref": "temporary.folder" }, "\#(path)"] }\#(more)],
          "expect": { "result": \#(result) } }
        """#
    }

    private func paths(_ events: [Event]) -> [String] {
        events.compactMap { event in
            guard case .call(let call) = event, case .returned(.string(let path)?) = call.status else { return nil }
            return path
        }
    }

    private func exists(_ path: String) -> Bool { (try? System.status(at: path, followingLinks: false)) != nil }

    @Test("is empty, is one for all steps, and is gone behind them with all that is in it")
    func goesAway() throws {
        let outside = FileManager.default.temporaryDirectory.path + "/heddle-outside-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: outside + "/kept", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: outside) }
        let inner = step("mkdir", "/a/b", ", 448")
        let link = #"""
            { "call": "c.symlink", "with": ["\#(outside)", { "join": [{ "ref": "temporary.folder" }, "/link"] }] }
            """#
        let events = try run(
            [
                own, step("access", "/a", ", 0", result: -1), step("mkdir", "/a", ", 448"), inner, link,
                step("access", "/link/kept", ", 0"), step("chmod", "/a", ", 0"), own,
            ].joined(separator: ", "), rest: #", "always": [\#(own)]"#)
        #expect(events.summary?.expectationsFailed == 0)
        #expect(events.summary?.failed == 0)
        let paths = paths(events)
        #expect(paths.count == 3 && Set(paths).count == 1)
        #expect(!exists(paths[0]))
        #expect(exists(outside + "/kept"))
        #expect(!events.story.contains { $0.contains("warning") })
    }

    @Test("is gone also behind a failure, and each case has its own")
    func cases() throws {
        let fails = #"{ "call": "c.labs", "with": [1], "expect": { "result": 2 } }"#
        let plan = try plan(
            #""cases": [{ "name": "a", "steps": [\#(own), \#(fails)] }, { "name": "b", "steps": [\#(own)] }]"#)
        defer { plan.end() }
        let recorder = Recorder()
        for plan in plan.cases { CaseRun(plan, on: host, events: EventStream(to: [recorder]))() }
        let paths = paths(recorder.events)
        #expect(paths.count == 2 && paths[0] != paths[1])
        #expect(!paths.contains(where: exists))
    }

    @Test("is made only where it is needed, at the path that is given")
    func onDemand() throws {
        let plan = try plan(#""cases": [{ "name": "a", "steps": [{ "call": "c.labs", "with": [1] }, \#(own)] }]"#)
        defer { plan.end() }
        let (recorder, path) = (Recorder(), FolderOnDemand.freePath())
        CaseRun(plan.cases[0], on: host, events: EventStream(to: [recorder]), folder: path)()
        #expect(paths(recorder.events) == [path])
        #expect(!exists(path))
        let faults = InjectedFaults(.failing(.makeFolder, with: EACCES))
        let without = try self.plan(#""steps": [{ "call": "c.labs", "with": [1] }]"#)
        defer { without.end() }
        #expect(faults.during { Run(without, on: host, events: EventStream(to: []))() } == .held)
    }

    @Test("may be gone already")
    func removed() throws {
        let steps = #"{ "call": "c.rmdir", "with": [{ "ref": "temporary.folder" }], "expect": { "result": 0 } }"#
        #expect(try run(steps).story == ["call 0 rmdir returned 0", "result held", "summary"])
    }

    @Test("fails the step where it cannot be made, and says so where it cannot be removed")
    func faults() throws {
        let events = try InjectedFaults(.failing(.makeFolder, with: ENOSPC)).during { try run(own) }
        let failures = events.compactMap { event in
            if case .call(let call) = event, case .failed(let failure) = call.status { failure.message } else { nil }
        }
        #expect(
            failures == [
                "argument 1 cannot be made: the temporary folder cannot be made: no space left on device"
            ])
        let told = try InjectedFaults(.failing(.remove, with: EACCES)).during { try run(own) }
        let warnings = told.compactMap { event in
            if case .diagnostic(let diagnostic, _) = event { diagnostic.description } else { nil }
        }
        #expect(warnings.count == 1 && warnings[0].contains("cannot be removed: permission denied"), "\(warnings)")
        for path in paths(told) { try System.removeFolder(path) }
    }

    @Test("is a text for the check, and known in the run alone")
    func checked() {
        #expect(mistakes(#""steps": [{ "call": "c.labs", "with": [{ "ref": "temporary.folder" }] }]"#).count == 1)
        let found = mistakes(
            #""cases": [{ "name": "a", "steps": [], "expect": { "stdout": { "ref": "temporary.folder" } } }]"#)
        #expect(!found.isEmpty && found.allSatisfy { $0.contains("is saved in the run") }, "\(found)")
    }

    @Test(
        "has a name that no step saves, and nothing but its path",
        arguments: ["temporary", "temporary.x", "&temporary.folder"])
    func names(reference: String) {
        let found = mistakes(#""steps": [{ "call": "c.strdup", "with": [{ "ref": "\#(reference)" }] }]"#)
        #expect(found.map { $0.contains("is nothing of the temporary folder") } == [true], "\(found)")
        for rest in ["", #", "settings": ["int n = 1"]"#] {
            let saved = mistakes(#""steps": [{ "call": "c.labs", "with": [1], "save": "temporary" }]\#(rest)"#)
            #expect(saved.map { $0.contains("is that of the temporary folder") } == [true], "\(saved)")
        }
    }
}
