// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDiagnostics
import HeddleReport
import HeddleSystem

/// The end of the process that was to load the modules of a behaviour: native code has ended it, or takes too long.
struct LoadingDeath {
    /// The error, which is told once.
    let diagnostic: Diagnostic
    /// The reason why a case of the behaviour is not run.
    let reason: String

    /// - Parameters:
    ///   - loss: the reason why the process has ended.
    ///   - process: the process.
    ///   - printed: what it has printed last, a line each.
    init(_ loss: Loss, of process: ChildProcess, printed: [String], in text: BehaviourText) {
        let outline = BehaviourOutline.read(text.source, origin: text.origin).outline
        let module = process.call.flatMap { call in outline?.modules.first { $0.isNamed(in: call) } }
        let subject = module.map { "the module \($0.name)" } ?? "a module"
        reason = "not run: \(subject) \(loss.outcome == .timedOut ? "was not loaded in time" : "died as it was loaded")"
        let printed = printed.isEmpty ? [] : ["it printed last:"] + printed.map { "  \($0)" }
        diagnostic = Diagnostic(
            .error, .module, code: .cases(.unloaded),
            module.map { "the module \($0.name): \(loss.reason)" } ?? loss.reason,
            at: module?.range, notes: ((process.death?.lines ?? []) + printed).map { Diagnostic.Note($0) })
    }
}

extension BehaviourOutline.Module {
    /// Returns whether the words for what native code runs name its library, such as `the loading of ./parse.so`.
    fileprivate func isNamed(in call: String) -> Bool {
        let file = library.split(separator: "/").last.map(String.init) ?? library
        return [file, "\(file).so", "lib\(file).so"].contains { call.hasSuffix(" \($0)") || call.hasSuffix("/\($0)") }
    }
}
