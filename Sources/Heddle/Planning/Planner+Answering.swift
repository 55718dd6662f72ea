// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

extension Module {
    /// True if hooks answer for its actions, as it has no library.
    var isAnswered: Bool { library.isAbsent }
}

extension Action {
    /// True if a hook may answer in its place.
    var isAnswered: Bool { visibleHooks.contains { $0.labels[.instead]?.isEmpty == false } }
}

extension Diagnostic {
    /// The diagnostic of a call with nothing there that it could come to.
    static func unanswered(_ call: Located<ActionName>) -> Diagnostic {
        Diagnostic(
            code: .recording(.unansweredCall),
            "the module \(call.value.module) has no library, and no hook answers in the place of \(call.value)",
            at: call.range, suggestion: "name its \"library\", or add a hook with \"instead\"")
    }
}
