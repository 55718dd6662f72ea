// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    /// Notes an annotation that does not fit the parameter's type.
    mutating func checkType(_ use: AnnotationUse, of parameter: ParsedParameter) {
        if use.word.traits.isOfResult {
            return reportAnnotation(use, "stands on a parameter", advice: "it belongs to the function")
        }
        if use.word == .fieldRange {
            return reportAnnotation(use, "stands on a parameter", advice: "it belongs to a setting of a module")
        }
        if use.word == .in || use.word == .secret { return }
        guard case .pointer(let target, let isConst) = parameter.type.canonical else {
            return reportAnnotation(use, "needs a pointer, and this is \"\(parameter.type)\"")
        }
        if let flaw = use.word.flaw(onPointerTo: target, isConst: isConst) { return reportAnnotation(use, flaw) }
        if use.word == .free, !parameter.annotations.contains(where: { $0.word.direction != nil }) {
            reportAnnotation(use, "needs a parameter that receives a pointer", advice: "write _Outptr_ beside it")
        }
    }
}

extension AnnotationWord {
    /// Why the annotation does not fit a pointer; nil where it does.
    fileprivate func flaw(onPointerTo target: CType, isConst: Bool) -> String? {
        switch target.canonical {
        case .function where !fitsFunction: return "cannot stand on a pointer to a function"
        case .void where direction == .out && !traits.takesCount:
            return "does not say how many bytes are written; \"_Out_writes_(n)\" does"
        default: break
        }
        let writes = direction == .out || direction == .inout
        return writes && isConst ? "writes to what the declaration says is const" : flaw(onElement: target)
    }

    private var fitsFunction: Bool {
        let says = traits
        return (direction == .in || direction == nil) && !says.takesCount && self != .bytes && !isTerminated
    }

    /// Why what is pointed to does not fit.
    private func flaw(onElement target: CType) -> String? {
        if self == .bytes || traits.isBytes, !target.isByte {
            return "needs a pointer to bytes, and this points to \"\(target)\""
        }
        if traits.isOfPointer || self == .free, !target.isPointer {
            return "needs a pointer to a pointer, and this points to \"\(target)\""
        }
        if self == .inText || self == .inTextOptional || self == .printFormat, !target.isInteger {
            return "needs a pointer to characters, and this points to \"\(target)\""
        }
        if self == .printFormat, target.canonical != .integer(.char) { return "needs a \"const char *\"" }
        return isTerminated ? target.flawAsListElement : nil
    }
}

extension CType {
    var isPointer: Bool {
        if case .pointer = canonical { true } else { false }
    }

    var isInteger: Bool {
        if case .integer = canonical { true } else { false }
    }

    /// Whether a pointer to it may point to raw bytes.
    var isByte: Bool {
        switch canonical {
        case .void: true
        case .integer(let integer): integer.size == 1
        default: false
        }
    }

    /// Why no array of such elements can end with a null pointer or 0; nil where one can.
    var flawAsListElement: String? {
        isPointer || isInteger ? nil : "needs elements that can be null or 0, and this points to \"\(self)\""
    }
}
