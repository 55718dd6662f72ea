// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// What the annotations of a function say of its result.
struct ResultAnnotations {
    var mayBeNull = false
    var release: String?
    var success: SuccessTest?
}

extension DeclarationParser {
    /// Understands a function's own annotations and notes those that contradict its type or each other.
    mutating func resolveAnnotations(
        _ uses: [AnnotationUse], of function: FunctionType, isNullable: Bool
    ) -> ResultAnnotations {
        var result = ResultAnnotations(mayBeNull: isNullable)
        var seen: Set<AnnotationWord> = []
        for use in uses {
            if !use.word.isOfFunction {
                reportAnnotation(use, "stands on a function", advice: "it belongs to a parameter")
            } else if !seen.insert(use.word).inserted {
                reportAnnotation(use, "is said twice")
            } else {
                resolve(use, of: function.result, into: &result)
            }
        }
        return result
    }

    mutating func reportAnnotation(_ use: AnnotationUse, _ complaint: String, advice: String? = nil) {
        report(problem("annotation", "\"\(use.word.rawValue)\" \(complaint)", at: use.range, suggestion: advice))
    }

    private mutating func resolve(_ use: AnnotationUse, of type: CType, into result: inout ResultAnnotations) {
        switch use.argument {
        case .condition(let test, let comparesNull):
            if let flaw = flaw(of: test, comparesNull: comparesNull, on: type) { reportAnnotation(use, flaw) }
            result.success = test
        case .name(let symbol):
            requirePointer(use, type)
            result.release = symbol.text
        case .none, .count:
            requirePointer(use, type)
            result.mayBeNull = true
        }
    }

    private mutating func requirePointer(_ use: AnnotationUse, _ type: CType) {
        if case .pointer = type.canonical { return }
        reportAnnotation(use, "needs a pointer as the result, which is \"\(type)\"")
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
