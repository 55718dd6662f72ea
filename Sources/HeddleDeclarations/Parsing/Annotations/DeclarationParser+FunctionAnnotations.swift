// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// What the annotations of a function say of its result.
struct ResultAnnotations {
    var mayBeNull = false
    var count: Parameter.Count?
    var release: String?
    var success: SuccessTest?
    var isIdempotent = false
    var hooking = Signature.Hooking.any
    var tags: [String] = []
}

extension DeclarationParser {
    /// Understands a function's own annotations and notes those that contradict its type or each other.
    mutating func resolveAnnotations(
        _ uses: [AnnotationUse], of function: FunctionType, isNullable: Bool
    ) -> ResultAnnotations {
        var result = ResultAnnotations(mayBeNull: isNullable)
        var seen: [AnnotationWord] = isNullable ? [.resultMayBeNull] : []
        for use in uses {
            if !use.word.isOfFunction {
                reportAnnotation(use, "stands on a function", advice: "it belongs to a parameter")
            } else if seen.contains(use.word) && !(isNullable && use.word == .resultMayBeNull) {
                reportAnnotation(use, "is said twice")
            } else if let other = seen.first(where: { $0.contradicts(use.word) || use.word.contradicts($0) }) {
                reportAnnotation(use, "contradicts \"\(other.rawValue)\"", advice: "keep one of them")
            } else {
                resolve(use, of: function, into: &result)
            }
            seen.append(use.word)
        }
        return result
    }

    mutating func reportAnnotation(_ use: AnnotationUse, _ complaint: String, advice: String? = nil) {
        report(problem("annotation", "\"\(use.word.rawValue)\" \(complaint)", at: use.range, suggestion: advice))
    }

    private mutating func resolve(
        _ use: AnnotationUse, of function: FunctionType, into result: inout ResultAnnotations
    ) {
        if case .condition(let test, let comparesNull) = use.argument {
            if let flaw = flaw(of: test, comparesNull: comparesNull, on: function.result) {
                reportAnnotation(use, flaw)
            }
            result.success = test
            return
        }
        if use.word.isOfWholeAction { return resolveWhole(use, into: &result) }
        guard case .pointer(let target, _) = function.result.canonical else {
            return reportAnnotation(use, "needs a pointer as the result, which is \"\(function.result)\"")
        }
        if let flaw = use.word.flaw(onResultTo: target) { return reportAnnotation(use, flaw) }
        if use.word.resultMayBeNull { result.mayBeNull = true }
        if let count = count(of: use, on: function, target) { result.count = count }
        if case .symbol(let symbol) = use.argument { result.release = symbol }
    }

    private func resolveWhole(_ use: AnnotationUse, into result: inout ResultAnnotations) {
        switch use.word {
        case .unhookable: result.hooking = .none
        case .observeOnly: result.hooking = .observers
        case .idempotent: result.isIdempotent = true
        default: if case .names(let tags) = use.argument { result.tags = tags }
        }
    }

    /// How many elements a returned pointer points to; nil where an annotation does not say.
    private mutating func count(
        of use: AnnotationUse, on function: FunctionType, _ target: CType
    ) -> Parameter.Count? {
        if use.word == .resultValid { return .constant(1) }
        if use.word == .nullTerminated { return target.canonical == .integer(.char) ? nil : .untilNull }
        guard case .count(let count, _) = use.argument else { return nil }
        let scope = CountScope(
            parameters: function.parameters.map { .init(name: $0.name, type: $0.type, direction: $0.direction) },
            result: function.result)
        return resolveNoting(count, of: use, at: .afterCall, in: scope)
    }

    /// Why a condition cannot be asked of a result; nil where it can.
    private func flaw(of test: SuccessTest, comparesNull: Bool, on type: CType) -> String? {
        let isEquality = test.comparison == .equal || test.comparison == .notEqual
        switch type.canonical {
        case .bool, .integer, .enumeration: return comparesNull ? "compares \"\(type)\" with a null pointer" : nil
        case .pointer: return test.value == 0 && isEquality ? nil : "can only ask whether the pointer is null"
        case .void: return "has no result to ask"
        default: return "cannot ask a result of type \"\(type)\""
        }
    }
}

extension AnnotationWord {
    /// Whether it may stand on a function.
    fileprivate var isOfFunction: Bool { traits.isOfResult || self == .free || self == .nullTerminated }

    /// Whether it says how many elements a returned pointer points to.
    private var countsResult: Bool {
        self == .resultText || self == .resultValid || self == .nullTerminated || traits.takesCount
    }

    fileprivate func contradicts(_ other: AnnotationWord) -> Bool {
        (self == .resultNotNull && other.resultMayBeNull) || (countsResult && other.countsResult)
            || (self == .unhookable && other == .observeOnly)
    }

    /// Why the annotation does not fit a function that returns a pointer; nil where it does.
    fileprivate func flaw(onResultTo target: CType) -> String? {
        let isCharacter = target.canonical == .integer(.char)
        switch self {
        case .resultText: return isCharacter ? nil : "needs a pointer to characters, and this points to \"\(target)\""
        case .nullTerminated: return target.flawAsListElement
        case .resultValid: return target.isFunction || target.canonical == .void ? "needs a pointer to a value" : nil
        case _ where traits.takesCount && target.isFunction: return "cannot stand on a pointer to a function"
        case _ where traits.isBytes && isCharacter:
            return "returns what would be taken as text; \"unsigned char *\" is not"
        case _ where traits.isBytes && !target.isByte:
            return "needs a pointer to bytes, and this points to \"\(target)\""
        default: return nil
        }
    }
}
