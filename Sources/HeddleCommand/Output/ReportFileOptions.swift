// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDiagnostics
import HeddleReport
import HeddleSystem

/// The reports that a command writes beside what it says itself.
struct ReportFileOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Write one self-contained HTML page.", valueName: "file"))
    var html: String?

    @Option(help: ArgumentHelp("Write JUnit XML.", valueName: "file"))
    var junit: String?

    @Option(help: ArgumentHelp("Write the Test Anything Protocol, version 14.", valueName: "file"))
    var tap: String?

    @Option(
        help: ArgumentHelp(
            "Write annotations for GitHub Actions, which shows them if they go to -.", valueName: "file"))
    var annotations: String?

    @Option(
        help: ArgumentHelp("Write a trace for Perfetto and other viewers; - is standard output.", valueName: "file"))
    var trace: String?

    /// True if none was asked for.
    var isEmpty: Bool { paths.isEmpty }

    /// True if one of them is written to standard output.
    var useOutput: Bool { paths.contains("-") }

    private var paths: [String] { [html, junit, tap, annotations, trace].compactMap(\.self) }
    private var filePaths: [String] { paths.filter { $0 != "-" } }

    /// Two cannot share a file or standard output.
    func validate(isOutputTaken: Bool) throws {
        let all = paths + (isOutputTaken ? ["-"] : [])
        if all.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("only one report can be written to standard output")
        }
        var known: Set<FileIdentity> = []
        for path in filePaths {
            guard let identity = FileIdentity(path), !known.insert(identity).inserted else { continue }
            throw ValidationError("only one report can be written to \(path)")
        }
    }

    /// Begins all reports that were asked for.
    ///
    /// - Parameters:
    ///   - data: the output that `-` stands for.
    ///   - inputs: the files that no report may replace.
    /// - Throws: why a file cannot be written.
    func open(data: StandardStream, beside inputs: InputFiles) throws(Diagnostic) -> OpenReports {
        try inputs.check(filePaths)
        var reports = OpenReports(data: data)
        if let html { try reports.add(html) { write, _ in HTMLReport(write: write) } }
        if let junit { try reports.add(junit) { write, store in JUnitReport(store: store, write: write) } }
        if let tap { try reports.add(tap) { write, _ in TAPReport(write: write) } }
        if let annotations { try reports.add(annotations) { write, _ in AnnotationReport(write: write) } }
        if let trace { try reports.add(trace) { write, _ in TraceReport(write: write) } }
        return reports
    }
}

/// Reports that are being written.
struct OpenReports {
    private let data: StandardStream
    private(set) var sinks: [any EventSink] = []
    /// The reports to files, which are committed at the end of the run.
    private(set) var files: [WholeFile] = []

    init(data: StandardStream) {
        self.data = data
    }

    /// - Parameter make: makes a report of what takes its text, and of a store beside its file; standard output has none.
    mutating func add(
        _ path: String, _ make: (@escaping (String) -> Void, ReportStore?) -> any EventSink
    ) throws(Diagnostic) {
        if path == "-" {
            sinks.append(make({ [data] in data.write($0) }, nil))
        } else {
            let file = try WholeFile(path: path, code: .report(.unwritable))
            files.append(file)
            sinks.append(make({ file.write($0) }, ReportStore(beside: file)))
        }
    }
}

extension ReportStore {
    /// A store in the folder of a file, which is not written if something cannot be read back; nil if there can be none.
    fileprivate init?(beside file: WholeFile) {
        guard let side = file.makeSideFile() else { return nil }
        self.init(keep: { try? side.append($0) }) { place in
            do throws(SystemFailure) {
                let bytes = try side.bytes(at: place)
                if bytes.count < place.count { file.fail(.damaged) }
                return bytes
            } catch {
                file.fail(error)
                return []
            }
        }
    }
}

extension [WholeFile] {
    /// Puts all files in their places; that one cannot be written is no reason for the others not to be there.
    ///
    /// - Throws: which could not be written.
    func commit() throws(Diagnostics) {
        var mistakes: [Diagnostic] = []
        for file in self {
            do throws(Diagnostic) { try file.commit() } catch { mistakes.append(error) }
        }
        if !mistakes.isEmpty { throw Diagnostics(mistakes) }
    }
}
