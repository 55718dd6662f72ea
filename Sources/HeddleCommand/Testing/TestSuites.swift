// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics
import Heddle
import HeddleReport
import HeddleSystem

/// The behaviours of a test run, all of which were found to be right, and the means to run their cases.
struct TestSuites {
    /// The files, as the run was given them.
    let files: [String]
    /// The cases of each file, each behind those that it needs.
    let cases: [[CaseOutline]]
    /// The options for the settings of each file.
    let settings: [[String]]
    /// The warnings.
    let warnings: [Diagnostic]
    /// The files that they read.
    let inputs: InputFiles
    /// Makes what runs the cases.
    let runner: (EventStream, RunClock) -> any CaseRunner

    /// All cases, in the order of the files.
    var allCases: [CaseOutline] { cases.flatMap(\.self) }

    /// Plans some files in this process, into which their modules are loaded.
    ///
    /// - Throws: the mistakes of all files.
    static func inProcess(
        _ files: [String], on path: BehaviourOptions, _ options: TestRunOptions
    ) throws(Diagnostics) -> TestSuites {
        var suites: [(plan: Plan, host: ModuleHost)] = []
        var (texts, mistakes) = read(files)
        let settings = mistakes.isEmpty ? try path.settings.check(declaredIn: texts) : []
        for text in texts {
            do throws(Diagnostics) {
                suites.append(try text.plan(on: path) { $0.acceptsGoldenFiles = options.accept })
            } catch {
                mistakes += error.all
            }
        }
        if options.accept { mistakes += unwritableGoldenFiles(zip(files, suites.map { PlannedFiles($0.plan) })) }
        guard mistakes.isEmpty else { throw Diagnostics(mistakes) }
        return TestSuites(
            files: files, cases: suites.map { $0.plan.cases.map(\.outline) }, settings: settings,
            warnings: suites.flatMap(\.plan.warnings),
            inputs: InputFiles(files + suites.flatMap(\.plan.sourceFiles))
        ) { InProcessRunner(suites, events: $0, clock: $1, stoppingAt: options.stopAt) }
    }

    /// Plans some files in processes of their own, in which their cases run then: no module is loaded into this
    /// process.
    ///
    /// - Throws: the mistakes of all files; or that no process can be started.
    static func inWorkers(
        _ files: [String], on path: BehaviourOptions, _ options: TestRunOptions
    ) throws(Diagnostics) -> TestSuites {
        var (texts, mistakes) = read(files)
        let settings = mistakes.isEmpty ? try path.settings.check(declaredIn: texts) : []
        var arguments = path.arguments
        if options.accept { arguments.append(WorkerCommand.acceptOption) }
        if options.share { arguments.append(WorkerCommand.shareOption) }
        if let path = options.core {
            do throws(Diagnostic) {
                arguments += [WorkerCommand.coreOption, try CoreDumps.folder(at: path)]
            } catch {
                mistakes.append(error)
            }
        }
        let start = WorkerStart(arguments: arguments, limits: options.timeLimits, isShared: options.share)
        let planned = try BehaviourPlanning(texts, start, jobs: options.jobs.count).planned()
        mistakes += planned.flatMap(\.mistakes)
        if options.accept { mistakes += unwritableGoldenFiles(zip(files, planned.map(\.files))) }
        guard mistakes.isEmpty else { throw Diagnostics(mistakes) }
        return TestSuites(
            files: files, cases: planned.map(\.cases), settings: settings, warnings: planned.flatMap(\.warnings),
            inputs: InputFiles(files + planned.flatMap(\.files.sources))
        ) { WorkerPool(planned, start, lanes: options.jobs.count, events: $0, clock: $1) }
    }

    /// The mistakes of golden files that --accept cannot write: those with which several behaviours compare, since a case of
    /// one may have held without what another one writes, and those that a behaviour consists of.
    private static func unwritableGoldenFiles(_ planned: some Sequence<(String, PlannedFiles)>) -> [Diagnostic] {
        var users: [FileIdentity: String] = [:]
        var owners: [FileIdentity: String] = [:]
        for (file, files) in planned {
            var parts = files.sources
            // Each is among the sources as well.
            for place in files.golden {
                if let index = parts.firstIndex(of: place) { parts.remove(at: index) }
            }
            for identity in ([file] + parts).compactMap({ FileIdentity($0) }) { owners[identity] = file }
        }
        var mistakes: [Diagnostic] = []
        for (file, files) in planned {
            for place in files.golden {
                guard let identity = FileIdentity(place) else { continue }
                if let owner = owners[identity] {
                    mistakes.append(
                        Diagnostic(
                            code: .cases(.unwrittenGolden),
                            "the golden file \(place) is a part of \(owner), so that --accept cannot write it",
                            suggestion: "name a file that is read for nothing else"))
                }
                if let other = users[identity], other != file {
                    mistakes.append(
                        Diagnostic(
                            code: .cases(.unwrittenGolden),
                            "the golden file \(place) is that of \(other) and of \(file), so that --accept cannot write it",
                            suggestion: "give each case, or row, a golden file of its own"))
                }
                users[identity] = users[identity] ?? file
            }
        }
        return mistakes
    }

    private static func read(_ files: [String]) -> (texts: [BehaviourText], mistakes: [Diagnostic]) {
        var texts: [BehaviourText] = []
        var mistakes: [Diagnostic] = []
        for file in files {
            do throws(Diagnostics) { texts.append(try BehaviourPlace(file).read()) } catch { mistakes += error.all }
        }
        return (texts, mistakes)
    }
}
