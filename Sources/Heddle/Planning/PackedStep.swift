// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDiagnostics
internal import HeddleForeign

/// A step of literals and saved numbers, without what it shares with others.
struct PackedStep {
    private let formIndex: UInt32
    let arguments: PackedArguments.Index

    init(form: Int, _ arguments: PackedArguments.Index) {
        formIndex = UInt32(form)
        self.arguments = arguments
    }

    /// The index of its form.
    var form: Int { Int(formIndex) }
}

/// The part of packed steps that they share where they differ in nothing but their values.
struct PackedForm: Hashable {
    /// How a step stores what it expects.
    enum Expectation: UInt8 {
        case nothing
        /// As numbers beside the arguments, which the outcome is held against in memory.
        case packed
        /// As it was read.
        case written
    }

    /// The index of what it calls.
    let site: Int
    /// The parameters that take saved values.
    let references: PackedReferences
    let expectation: Expectation
    /// How many expectations there are.
    let expectations: Int
    /// How many words behind the arguments the result is kept; nil where it is not.
    let result: Int?
}

/// The data that the steps of a plan share with those of its cases.
final class PackedCalls {
    /// The actions that they call.
    private(set) var sites: [CallSite] = []
    private var siteNumbers: [ObjectIdentifier: Int] = [:]
    /// The forms that they have.
    private(set) var forms: [PackedForm] = []
    private var formNumbers: [PackedForm: Int] = [:]
    /// The index of the form that was asked for last, which most of the next steps have too.
    private var lastForm = 0
    /// Their arguments.
    let arguments = PackedArguments()
    /// How many steps that could be planned again may still be kept as they were planned.
    var room = 1 << 12

    /// The index of something that packed steps call.
    func site(of site: CallSite) -> Int {
        if let known = siteNumbers[ObjectIdentifier(site.action)] { return known }
        siteNumbers[ObjectIdentifier(site.action)] = sites.count
        sites.append(site)
        return sites.count - 1
    }

    /// The index of a form.
    func index(of form: PackedForm) -> Int {
        if lastForm < forms.count, forms[lastForm] == form { return lastForm }
        lastForm = formNumbers[form, default: forms.count]
        if lastForm == forms.count {
            formNumbers[form] = lastForm
            forms.append(form)
        }
        return lastForm
    }

    /// The action that a step calls.
    func site(of step: PackedStep) -> CallSite { sites[forms[step.form].site] }

    /// Where the result of a step is kept; nil where it is not.
    func result(of step: PackedStep) -> PackedArguments.Index? {
        forms[step.form].result.map(step.arguments.advanced)
    }
}

/// The call that packed steps of one action share; each of them fills its memory in turn.
final class CallSite {
    let action: Action
    let packing: CallPacking
    let call: PreparedCall

    /// Nil for an action whose steps must have memory of their own.
    init?(_ action: Action) {
        guard let packing = CallPacking(action) else { return nil }
        self.action = action
        self.packing = packing
        call = PreparedCall(action)
    }
}
