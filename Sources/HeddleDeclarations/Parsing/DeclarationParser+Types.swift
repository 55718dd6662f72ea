// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension DeclarationParser {
    /// The type that a declarator gives its name, built from the outside in.
    mutating func build(_ declarator: Declarator, on base: QualifiedType) throws(Diagnostic) -> QualifiedType {
        var built = base
        for step in declarator.steps.reversed() {
            switch step {
            case .pointer(let isConst, let isNullable):
                let pointer = CType.pointer(to: built.type, isConst: built.isConst && !built.type.isFunction)
                built = QualifiedType(type: pointer, isConst: isConst, isNullable: isNullable)
            case .array(let count, let range):
                if count == 0 { throw problem("type", "an array of 0 elements", at: range) }
                try checkElement(built.type, of: declarator)
                built = QualifiedType(type: .array(of: built.type, count: count), isConst: built.isConst)
            case .function(let list):
                built = try function(returning: built, list, of: declarator)
            }
        }
        return built
    }

    private mutating func function(
        returning result: QualifiedType, _ list: ParameterList, of declarator: Declarator
    ) throws(Diagnostic) -> QualifiedType {
        switch result.type.canonical {
        case .function, .array:
            throw problem("type", "a function cannot return \(result.type.article)", at: place(of: declarator))
        default: break
        }
        let function = FunctionType(
            result: result.type, parameters: resolve(list, returning: result.type), isVariadic: list.isVariadic)
        return QualifiedType(type: .function(function), isNullable: result.isNullable)
    }

    private func checkElement(_ element: CType, of declarator: Declarator) throws(Diagnostic) {
        if !element.isComplete {
            throw problem("type", "an array cannot hold \(element.article)", at: place(of: declarator))
        }
        if element.hasFlexibleArray {
            throw problem("type", "an array cannot hold structures without a fixed size", at: place(of: declarator))
        }
        if let layout = element.layout, layout.size % layout.alignment != 0 {
            throw problem(
                "type",
                "an array cannot hold \"\(element)\", whose \(layout.size) bytes are no multiple of its alignment",
                at: place(of: declarator))
        }
    }

    private func place(of declarator: Declarator) -> Range<Int> {
        declarator.name?.range ?? declarator.range
    }

    /// Refuses types that take too long to walk through, or whose values would not fit into memory.
    func checkMeasure(of type: CType, at range: Range<Int>) throws(Diagnostic) {
        let measure = TypeMeasure(of: type)
        if measure.isTooDeep { throw tooDeep(at: range) }
        if measure.isTooLarge || isPaddedTooFar(type) { throw tooLarge(at: range) }
    }
}

extension DeclarationParser {
    /// Alignments of their own can make values far larger than their members are.
    private func isPaddedTooFar(_ type: CType) -> Bool {
        guard let size = type.layout?.size else { return false }
        return size > TypeMeasure.mostBytes
    }
}

extension CType {
    /// Whether values of the type have a size.
    var isComplete: Bool {
        switch canonical {
        case .void, .function: false
        case .array(_, let count): count != nil
        case .record(let record): record.members != nil
        default: true
        }
    }

    var isFunction: Bool {
        if case .function = canonical { true } else { false }
    }

    /// Whether it is a structure whose last member is an array of any size.
    var hasFlexibleArray: Bool {
        guard case .record(let record) = canonical, let last = record.members?.last else { return false }
        if case .array(_, nil) = last.type.canonical { return true }
        return record.members?.contains { $0.type.hasFlexibleArray } ?? false
    }

    /// The type as messages name it.
    fileprivate var article: String {
        switch canonical {
        case .void: "void"
        case .function: "a function"
        case .array(_, nil): "an array without a size"
        case .array: "an array"
        default: "\"\(self)\", whose members are not known"
        }
    }
}
