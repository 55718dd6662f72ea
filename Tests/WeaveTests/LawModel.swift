// SPDX-License-Identifier: Apache-2.0

import Weave

/// The order law as one recursion over the hooks: what is said of the outermost hook, and the same for the rest.
struct LawModel {
    private let scripts: [Script]
    private let actionFails: Bool
    private var log = ""

    /// What a call must write and end with.
    static func run(_ scripts: [Script], actionFails: Bool) -> String {
        var model = LawModel(scripts, actionFails: actionFails)
        let ending = model.call(0, isStopped: false)
        return "\(model.log) \(ending)"
    }

    private init(_ scripts: [Script], actionFails: Bool) {
        self.scripts = scripts
        self.actionFails = actionFails
    }

    /// The call from the hook at `index` inwards, and out again; stopped when a `before` further out has failed.
    private mutating func call(_ index: Int, isStopped: Bool, failedBy reason: String = "") -> Ending {
        guard index < scripts.count else { return isStopped ? .failed([reason]) : body(0) }
        let script = scripts[index]
        let isEntered = script.before != nil && !isStopped
        let fails = isEntered && script.before == .fails
        if isEntered { log += letters[index] + (fails ? "!" : "") }
        let inner = call(index + 1, isStopped: isStopped || fails, failedBy: fails ? letters[index] : reason)
        return script.before == nil || isEntered ? leave(index, with: inner) : inner
    }

    private mutating func leave(_ index: Int, with ending: Ending) -> Ending {
        guard let after = scripts[index].after else { return ending }
        let hasFailed = if case .failed = ending { true } else { false }
        if scripts[index].condition == .returned, hasFailed { return ending }
        if scripts[index].condition == .failed, !hasFailed { return ending }
        let sign = [Script.After.passes: "", .fails: "!", .answers: "="]
        log += letters[index] + (sign[after] ?? "")
        switch after {
        case .passes: return ending
        case .answers: return .returned(letters[index])
        case .fails: if case .failed(let earlier) = ending { return .failed([letters[index]] + earlier) }
        }
        return .failed([letters[index]])
    }

    /// The body from the hook at `index` inwards.
    private mutating func body(_ index: Int) -> Ending {
        guard index < scripts.count else {
            log += "(x)"
            return actionFails ? .failed(["x"]) : .returned("x")
        }
        guard let instead = scripts[index].instead else { return body(index + 1) }
        log += "\(letters[index])["
        defer { log += "]" }
        switch instead {
        case .proceeds: return body(index + 1)
        case .proceedsTwice:
            _ = body(index + 1)
            return body(index + 1)
        case .answers: log += "="
        case .fails: log += "!"
        case .skips: return .failed(["-"])
        }
        return instead == .answers ? .returned(letters[index]) : .failed([letters[index]])
    }
}
