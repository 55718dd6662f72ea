// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import HeddleSystem

/// The process that died with a case.
enum DeadProcess {
    /// The process of the case alone.
    case own
    /// The one that forks those of the cases: it runs no native code while a case runs.
    case origin
    /// One that runs several cases.
    case shared
}

extension Diagnostic {
    /// The facts of the death of a case beside the reason: the step, its arguments, the signal and the frames.
    ///
    /// - Parameters:
    ///   - death: the death.
    ///   - process: the process that died.
    ///   - name: the name of the case, at which the message stands if no step ran.
    ///   - text: the behaviour.
    ///   - isLate: whether the time of the case was up, so that its process was ended.
    static func died(
        _ death: ProcessDeath, of process: DeadProcess = .own, in name: String, from text: BehaviourText, isLate: Bool
    ) -> Diagnostic {
        let range = death.step == nil ? nil : SourceRange(death, in: text)
        let outline = range == nil ? BehaviourOutline.read(text.source, origin: text.origin).outline : nil
        let arguments = death.step == nil || death.arguments.isEmpty ? [] : ["arguments: \(death.arguments)"]
        return Diagnostic(
            .error, .module, code: .cases(isLate ? .overtime : .died), process.words(inStep: death.step != nil, isLate),
            at: range ?? outline?.cases.first { $0.name == name }?.range,
            suggestion: isLate ? nil : process.suggestion, notes: (arguments + death.lines).map { Diagnostic.Note($0) })
    }
}

extension DeadProcess {
    fileprivate func words(inStep isInStep: Bool, _ isLate: Bool) -> String {
        switch self {
        case _ where isLate:
            isInStep ? "the case was in this step when its time was up" : "the time of this case was up"
        case .own: isInStep ? "the case died in this step" : "the process of the case died outside of its steps"
        case .origin: "the process that forks the cases died while this \(isInStep ? "step" : "case") ran"
        case .shared: "the process that runs the cases died in this one"
        }
    }

    fileprivate var suggestion: String? {
        guard case .origin = self else { return nil }
        return "something outside has ended it, the kernel where memory has run out, or native code of this case"
    }
}

extension ProcessDeath {
    /// The known facts, a line each: the signal, the function that ended the process, and the frames.
    var lines: [String] {
        (signal.map { ["signal: \($0)"] } ?? []) + (exit.isEmpty ? [] : [exit]) + Self.lines(of: frames)
    }

    /// The frames, a line each; those that are the same behind each other, as of a recursion, have one.
    private static func lines(of frames: [Frame]) -> [String] {
        var lines: [String] = []
        var start = 0
        while start < frames.count, lines.count < 24 {
            let words = frames[start].words
            let end = frames[start...].firstIndex { $0.words != words } ?? frames.count
            lines.append(end - start == 1 ? "#\(start) \(words)" : "#\(start) to #\(end - 1) \(words)")
            start = end
        }
        if frames.count == mostFrames { lines.append("further frames are left out") }
        return lines
    }
}

extension SourceRange {
    /// The place of the step in which a case died; nil if its text cannot be read.
    fileprivate init?(_ death: ProcessDeath, in text: BehaviourText) {
        let isOwn = death.source == text.source.name
        let bytes = isOwn ? [] : try? FileContents.bytes(at: death.source)
        guard let bytes else { return nil }
        let source = isOwn ? text.source : SourceText(name: death.source, bytes: bytes)
        self.init(source, death.bytes.clamped(to: 0..<source.bytes.count))
    }
}

extension ProcessDeath.Frame {
    /// `parse of t.so at 0x1139, parse.c:12`
    fileprivate var words: String {
        let place = "\(function.map { "\($0) of " } ?? "")\(file) at 0x\(String(address, radix: 16))"
        return line.map { "\(place), \($0)" } ?? place
    }
}
