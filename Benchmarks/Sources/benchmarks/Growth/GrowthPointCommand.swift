// SPDX-License-Identifier: Apache-2.0

import HeddleSystem
import ArgumentParser
import CMeasure
import HeddleDiagnostics
import HeddleForeign
import Foundation
import Heddle
import HeddleReport

/// Measures one behaviour in a process of its own, whose memory is then that behaviour's alone.
struct GrowthPointCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "growth-point", shouldDisplay: false)

    @ArgumentParser.Argument var subject: String
    @ArgumentParser.Argument var file: String

    func run() throws {
        guard measure_find_fixture(), let subject = GrowthSubject.named(subject) else {
            throw ValidationError("libBenchmarkFixture.so does not stand beside the executable")
        }
        let text = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
        let before = try ProcessMemory.kilobytes("VmRSS")
        let start = measure_thread_time()
        try measure(SourceText(name: file, bytes: text), subject.work)
        let nanoseconds = measure_thread_time() - start
        print(nanoseconds, max(0, try ProcessMemory.kilobytes("VmHWM") - before) * 1024)
    }

    private func measure(_ text: SourceText, _ work: GrowthSubject.Work) throws {
        let host = ModuleHost(modulePath: [HeddleSystem.Environment.executableFolder ?? "."])
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
        func plan() throws -> Plan { try Plan.read(text, on: host, origin: .file(folder: folder)) }
        let people = ReportOutput { _ in }
        switch work {
        case .run: try runSteps(plan(), host, EventStream(to: []))
        case .cases: try runCases(plan(), host, EventStream(to: []))
        case .failing:
            let events = EventStream(to: [ConsoleReport(data: people, messages: people)])
            guard Run(try plan(), on: host, events: events)() == .failed else { throw WrongResult(subject: "a run") }
            events.finish()
        case .refused:
            do {
                _ = try plan()
                throw WrongResult(subject: "a behaviour that is wrong")
            } catch let mistakes as Diagnostics {
                for mistake in mistakes.shown { people.write(mistake.render()) }
            }
        }
    }
}
