// SPDX-License-Identifier: Apache-2.0

import Diagnostics

extension DeclarationParser {
    /// Understands the annotations of a function's parameters, which may speak of each other.
    mutating func resolveParameters(_ list: [ParsedParameter]) -> [Parameter] {
        let instances = list.flatMap(\.annotations).filter { $0.word == .instance }
        for second in instances.dropFirst() { reportAnnotation(second, "stands on a second parameter") }
        return list.map { resolve($0, among: list) }
    }

    private mutating func resolve(
        _ parameter: ParsedParameter, among list: [ParsedParameter]
    ) -> Parameter {
        reportContradictions(in: parameter.annotations)
        for use in parameter.annotations { checkType(use, of: parameter) }
        let direction = parameter.annotations.first { $0.word.direction != nil }
        let words = Set(parameter.annotations.map(\.word))
        return Parameter(
            name: parameter.name?.text, type: parameter.type, direction: direction?.word.direction ?? .in,
            isDirectionDeclared: direction != nil, count: direction.flatMap { count(of: $0, among: list) },
            isOptional: parameter.isNullable || direction?.word.isOptional ?? false,
            isInstance: words.contains(.instance), isBytes: words.contains(.bytes),
            isRetained: words.contains(.retained), isReleased: words.contains(.released))
    }

    private mutating func reportContradictions(in uses: [AnnotationUse]) {
        var seen: [AnnotationWord] = []
        for use in uses where !use.word.isOfFunction {
            let direction = seen.first { $0.direction != nil }
            if seen.contains(use.word) {
                reportAnnotation(use, "is said twice")
            } else if use.word.direction != nil, let direction {
                reportAnnotation(use, "contradicts \"\(direction.rawValue)\"", advice: "keep one of them")
            } else if seen.contains(where: { $0.excludes(use.word) || use.word.excludes($0) }) {
                reportAnnotation(use, "cannot stand with \"_Self_\"", advice: "the host passes the instance")
            }
            seen.append(use.word)
        }
    }
}

extension AnnotationWord {
    /// The instance is the host's: nobody else gives it, and it is not null.
    fileprivate func excludes(_ other: AnnotationWord) -> Bool {
        self == .instance && (other.direction == .out || other.isOptional || other.takesCount || other == .bytes)
    }
}

extension DeclarationParser {
    private mutating func checkType(_ use: AnnotationUse, of parameter: ParsedParameter) {
        if use.word.isOfFunction {
            return reportAnnotation(use, "stands on a parameter", advice: "it belongs to the function")
        }
        if use.word == .in { return }
        guard case .pointer(let target, let isConst) = parameter.type.canonical else {
            return reportAnnotation(use, "needs a pointer, and this is \"\(parameter.type)\"")
        }
        if let flaw = use.word.flaw(onPointerTo: target, isConst: isConst) { reportAnnotation(use, flaw) }
    }

    private mutating func count(
        of use: AnnotationUse, among list: [ParsedParameter]
    ) -> Parameter.Count? {
        switch use.argument {
        case .count(let number): return .constant(number)
        case .name(let name):
            do throws(Diagnostic) {
                return try count(named: name, among: list)
            } catch {
                report(error)
                return nil
            }
        case .none, .condition: return nil
        }
    }

    private func count(named name: Token, among list: [ParsedParameter]) throws(Diagnostic) -> Parameter.Count {
        if let index = list.firstIndex(where: { $0.name?.text == name.text }) {
            if case .integer = list[index].type.canonical { return .parameter(index) }
            throw problem(
                "count", "\"\(name.text)\" is no integer, and so no count", at: name.range,
                label: "\(list[index].type)")
        }
        if let constant = names.constants[name.text] {
            return .constant(try count(constant.value.value, at: name.range))
        }
        throw problem(
            "count", "there is no parameter \"\(name.text)\" to count with", at: name.range,
            suggestion: didYouMean(name.text, among: list.compactMap(\.name?.text)))
    }
}

extension AnnotationWord {
    /// Why the annotation does not fit a pointer; nil where it does.
    fileprivate func flaw(onPointerTo target: CType, isConst: Bool) -> String? {
        switch target.canonical {
        case .function where direction != .in && direction != nil || takesCount || self == .bytes:
            return "cannot stand on a pointer to a function"
        case .void where direction == .out && !takesCount:
            return "does not say how many bytes are written; \"_Out_writes_(n)\" does"
        default: break
        }
        if self == .bytes { return target.isByte ? nil : "needs a pointer to bytes, and this points to \"\(target)\"" }
        if self == .outPointer || self == .outPointerOptional, !target.isPointer {
            return "needs a pointer to a pointer, and this points to \"\(target)\""
        }
        let writes = direction == .out || direction == .inout
        return writes && isConst ? "writes to what the declaration says is const" : nil
    }
}

extension CType {
    fileprivate var isPointer: Bool {
        if case .pointer = canonical { true } else { false }
    }

    /// Whether a pointer to it may point to raw bytes.
    fileprivate var isByte: Bool {
        switch canonical {
        case .void: true
        case .integer(let integer): integer.size == 1
        default: false
        }
    }
}
