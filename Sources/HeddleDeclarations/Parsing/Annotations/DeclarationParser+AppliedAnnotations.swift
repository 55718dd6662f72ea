// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    /// Interprets the annotations of a function, and reports those that contradict its type or each other.
    mutating func resolveAnnotations(
        _ uses: [AnnotationUse], of function: FunctionType, isNullable: Bool
    ) -> ResultAnnotations {
        var result = ResultAnnotations(mayBeNull: isNullable)
        var seen: [AnnotationWord] = isNullable ? [.resultMayBeNull] : []
        for use in uses {
            if !use.word.isOfFunction {
                let advice = use.word.isOfMember ? use.word.belonging : "it belongs to a parameter"
                reportAnnotation(use, "is on a function", advice: advice)
            } else if seen.contains(use.word) && !(isNullable && use.word == .resultMayBeNull) {
                reportAnnotation(use, "is given twice")
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
        report(problem(.annotation, "\"\(use.word.rawValue)\" \(complaint)", at: use.range, suggestion: advice))
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

    /// The number of elements that a returned pointer points to; nil if no annotation gives it.
    private mutating func count(
        of use: AnnotationUse, on function: FunctionType, _ target: CType
    ) -> Parameter.Count? {
        if use.word == .resultValid { return .constant(1) }
        if use.word == .nullTerminated { return target.isCharacter ? nil : .untilNull }
        guard case .count(let count, _) = use.argument else { return nil }
        let scope = CountScope(
            parameters: function.parameters.map {
                .init(name: $0.name, type: $0.type, direction: $0.direction, isTerminated: $0.crossing.isText)
            },
            result: function.result)
        return resolveNoting(count, at: .afterCall, in: scope)
    }

    /// The reason why a condition does not fit a result; nil if it does.
    private func flaw(of test: SuccessTest, comparesNull: Bool, on type: CType) -> String? {
        let isEquality = test.comparison == .equal || test.comparison == .notEqual
        switch type.canonical {
        case .bool, .integer, .enumeration: return comparesNull ? "compares \"\(type)\" with a null pointer" : nil
        case .pointer: return test.value == 0 && isEquality ? nil : "can only ask whether the pointer is null"
        case .void: return "has no result to ask"
        default: return "cannot ask a result of type \"\(type)\""
        }
    }

    // MARK: Parameter annotations

    /// Interprets the annotations of parameters, which may refer to each other and to the result.
    mutating func resolve(_ list: ParameterList, returning result: CType) -> [Parameter] {
        let annotations = list.parameters.flatMap(\.annotations)
        if annotations.isEmpty { return list.parameters.map(\.plain) }
        reportRepeated(.instance, in: annotations)
        reportRepeated(.printFormat, in: annotations)
        if !list.isVariadic, let format = annotations.first(where: { $0.word == .printFormat }) {
            reportAnnotation(format, "needs a function that takes variadic arguments")
        }
        let scope = CountScope(
            parameters: list.parameters.map {
                .init(name: $0.name?.text, type: $0.type, direction: $0.direction, isTerminated: $0.isTerminated)
            },
            result: result)
        return list.parameters.map { parameter in
            var scope = scope
            scope.subject = parameter.name?.text
            return resolve(parameter, in: scope)
        }
    }

    private mutating func reportRepeated(_ word: AnnotationWord, in annotations: [AnnotationUse]) {
        for second in annotations.filter({ $0.word == word }).dropFirst() {
            reportAnnotation(second, "is on a second parameter")
        }
    }

    private mutating func resolve(_ parameter: ParsedParameter, in scope: CountScope) -> Parameter {
        reportContradictions(in: parameter.annotations)
        for use in parameter.annotations { checkType(use, of: parameter) }
        let direction = parameter.annotations.first { $0.word.direction != nil }
        let words = Set(parameter.annotations.map(\.word))
        let counts = direction.map { resolveCounts(of: $0, in: scope) } ?? (count: nil, written: nil, received: nil)
        // `_Out_ int pair[2]` gives the number of elements. Without a direction the size of an array means nothing in
        // C.
        let count = counts.count ?? (direction == nil ? nil : parameter.arrayCount.map { .constant($0) })
        let isListed = words.contains(where: \.isTerminated) && !parameter.type.isText
        return Parameter(
            name: parameter.name?.text, type: parameter.type, direction: parameter.direction ?? .in,
            isDirectionDeclared: direction != nil || isListed, count: isListed ? .untilNull : count,
            written: counts.written, isOptional: parameter.isNullable || direction?.word.traits.isOptional ?? false,
            isInstance: words.contains(.instance),
            isBytes: words.contains(.bytes) || direction?.word.traits.isBytes ?? false,
            received: counts.received,
            isRetained: words.contains(.retained), isReleased: words.contains(.released),
            release: parameter.annotations.lazy.compactMap(\.symbol).first, isSecret: words.contains(.secret))
    }

    private mutating func resolveCounts(
        of use: AnnotationUse, in scope: CountScope
    ) -> (count: Parameter.Count?, written: Parameter.Count?, received: Parameter.Count?) {
        guard case .count(let count, let written) = use.argument else { return (nil, nil, nil) }
        if use.word.traits.isOfPointer { return (nil, nil, resolveNoting(count, at: .afterCall, in: scope)) }
        let resolved = resolveNoting(count, at: .beforeCall, in: scope)
        return (
            use.word.isTerminatedWithin ? resolved.map(Parameter.Count.terminated) : resolved,
            use.word.traits.writesAll ? resolved : written.flatMap { resolveNoting($0, at: .afterCall, in: scope) }, nil
        )
    }

    /// The meaning of a count; nil, with a mistake noted, if it has none.
    mutating func resolveNoting(
        _ count: CountExpression, at time: CountScope.Time, in scope: CountScope
    ) -> Parameter.Count? {
        do throws(Diagnostic) {
            return try resolve(count, at: time, in: scope)
        } catch {
            report(error)
            return nil
        }
    }

    private mutating func reportContradictions(in uses: [AnnotationUse]) {
        var seen: [AnnotationWord] = []
        for use in uses where !use.word.traits.isOfResult {
            let direction = seen.first { $0.direction != nil }
            if seen.contains(use.word) {
                reportAnnotation(use, "is given twice")
            } else if use.word.direction != nil, let direction {
                reportAnnotation(use, "contradicts \"\(direction.rawValue)\"", advice: "keep one of them")
            } else if let other = seen.first(where: { $0.excludes(use.word) || use.word.excludes($0) }) {
                let isInstance = other == .instance || use.word == .instance
                reportAnnotation(
                    use, "cannot be combined with \"\(other.rawValue)\"",
                    advice: isInstance ? "the host passes the instance" : "keep one of them")
            }
            seen.append(use.word)
        }
    }
}

/// The annotations of a function's result.
struct ResultAnnotations {
    var mayBeNull = false
    var count: Parameter.Count?
    var release: String?
    var success: SuccessTest?
    var isIdempotent = false
    var hooking = Signature.Hooking.any
    var tags: [String] = []
}

extension AnnotationWord {
    /// True if it may annotate a function.
    fileprivate var isOfFunction: Bool { traits.isOfResult || self == .free || self == .nullTerminated }

    /// True if it gives the number of elements that a returned pointer points to.
    private var countsResult: Bool {
        self == .resultText || self == .resultValid || self == .nullTerminated || traits.takesCount
    }

    fileprivate func contradicts(_ other: AnnotationWord) -> Bool {
        (self == .resultNotNull && other.resultMayBeNull) || (countsResult && other.countsResult)
            || (self == .unhookable && other == .observeOnly)
    }

    /// The reason why the annotation does not fit a function that returns a pointer; nil if it does.
    fileprivate func flaw(onResultTo target: CType) -> String? {
        switch self {
        case .resultText:
            return target.isCharacter || target.wideCharacter != nil
                ? nil : "needs a pointer to characters, and this points to \"\(target)\""
        case .nullTerminated: return target.flawAsListElement
        case .resultValid: return target.isFunction || target.canonical == .void ? "needs a pointer to a value" : nil
        case _ where traits.takesCount && target.isFunction: return "cannot annotate a pointer to a function"
        case _ where traits.isBytes && target.isCharacter:
            return "returns what would be taken as text; \"unsigned char *\" is not"
        case _ where traits.isBytes && !target.isByte:
            return "needs a pointer to bytes, and this points to \"\(target)\""
        default: return nil
        }
    }
}

extension ParsedParameter {
    /// The parameter without the effect of annotations.
    fileprivate var plain: Parameter { Parameter(name: name?.text, type: type, isOptional: isNullable) }

    fileprivate var direction: Parameter.Direction? { annotations.lazy.compactMap(\.word.direction).first }

    /// True if nothing says that it is another than a text that ends with NUL, which the function reads.
    fileprivate var isTerminated: Bool {
        !annotations.contains {
            $0.word.direction != nil && $0.word.direction != .in || $0.word.traits.takesCount || $0.word == .bytes
        }
    }
}

extension AnnotationUse {
    /// The function that it names.
    fileprivate var symbol: String? {
        if case .symbol(let symbol) = argument { symbol } else { nil }
    }
}

extension AnnotationWord {
    private static let ofInstance: Set<AnnotationWord> = [.bytes, .nullTerminated, .inText, .printFormat, .free]

    /// Returns whether two annotations contradict each other.
    fileprivate func excludes(_ other: AnnotationWord) -> Bool {
        let isWritten = other.direction == .out || other.direction == .inout
        return switch self {
        // The host passes the instance, which is never null.
        case .instance:
            other.direction == .out || other.traits.isOptional || other.traits.takesCount
                || Self.ofInstance.contains(other)
        case .nullTerminated: other.traits.takesCount || other.direction == .out || other == .bytes
        case .inText, .inTextOptional: other == .bytes
        case .printFormat: isWritten || other.traits.takesCount || other == .bytes
        case .free: other.direction == .in || other.direction == .inout
        default: false
        }
    }
}
