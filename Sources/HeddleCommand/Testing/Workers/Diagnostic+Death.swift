// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import HeddleSystem

extension Diagnostic {
    /// The facts of the death of a case beside the reason: the step, its arguments, the signal and the frames.
    ///
    /// - Parameters:
    ///   - death: the death.
    ///   - name: the name of the case, at which the message stands if no step ran.
    ///   - text: the behaviour.
    static func died(_ death: CaseDeath, of name: String, in text: BehaviourText) -> Diagnostic {
        let range = death.step == nil ? nil : SourceRange(death, in: text)
        let outline = range == nil ? BehaviourOutline.read(text.source, origin: text.origin).outline : nil
        let step =
            death.step == nil ? "the process of the case died outside of its steps" : "the case died in this step"
        let arguments = death.step == nil || death.arguments.isEmpty ? [] : ["arguments: \(death.arguments)"]
        let signal = death.signal.map { ["signal: \($0)"] } ?? []
        let exit = death.exit.isEmpty ? [] : [death.exit]
        let notes = arguments + signal + exit + lines(of: death.frames)
        return Diagnostic(
            .error, .module, code: .cases(.died), step, at: range ?? outline?.cases.first { $0.name == name }?.range,
            notes: notes.map { Diagnostic.Note($0) })
    }
}

extension SourceRange {
    /// The place of the step in which a case died; nil if its text cannot be read.
    fileprivate init?(_ death: CaseDeath, in text: BehaviourText) {
        let isOwn = death.source == text.source.name
        let bytes = isOwn ? [] : try? FileContents.bytes(at: death.source)
        guard let bytes else { return nil }
        let source = isOwn ? text.source : SourceText(name: death.source, bytes: bytes)
        self.init(source, death.bytes.clamped(to: 0..<source.bytes.count))
    }
}

/// The frames, a line each; those that are the same behind each other, as of a recursion, have one.
private func lines(of frames: [CaseDeath.Frame]) -> [String] {
    var lines: [String] = []
    var start = 0
    while start < frames.count, lines.count < 24 {
        let words = frames[start].words
        let end = frames[start...].firstIndex { $0.words != words } ?? frames.count
        lines.append(end - start == 1 ? "#\(start) \(words)" : "#\(start) to #\(end - 1) \(words)")
        start = end
    }
    if frames.count == CaseDeath.mostFrames { lines.append("further frames are left out") }
    return lines
}

extension CaseDeath.Frame {
    /// `parse of t.so at 0x1139, parse.c:12`
    fileprivate var words: String {
        let place = "\(function.map { "\($0) of " } ?? "")\(file) at 0x\(String(address, radix: 16))"
        return line.map { "\(place), \($0)" } ?? place
    }
}
