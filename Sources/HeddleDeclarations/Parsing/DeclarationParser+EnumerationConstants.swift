// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// A constant with its exact value.
struct ReadConstant {
    let name: String
    let value: ConstantValue
}

extension DeclarationParser {
    /// Reads the constants with the braces around them; all have the type that the enumeration has chosen, if any.
    mutating func readConstants(of type: IntegerType?) throws(Diagnostic) -> [ReadConstant] {
        advance()
        var constants: [ReadConstant] = []
        var own: Set<String> = []
        repeat {
            if at("}"), !constants.isEmpty { break }
            let name = try expectName("the name of a constant")
            while try skipAttributes() {}
            let start = position - 1
            let value = try take("=") == nil ? next(after: constants.last, at: name) : readConstant()
            let typed = try type.map { type throws(Diagnostic) in
                try converted(value, to: type, at: range(from: start))
            }
            let constant = ReadConstant(name: name.text, value: typed ?? value.promotedToInt)
            try declare(constant, at: name, isNew: own.insert(name.text).inserted)
            constants.append(constant)
        } while take(",") != nil
        try expect("}", "after the constants")
        return constants
    }

    private func converted(
        _ value: ConstantValue, to type: IntegerType, at range: Range<Int>
    ) throws(Diagnostic) -> ConstantValue {
        if type.range.contains(value.value) { return ConstantValue(value.value, type.promoted) }
        throw problem(
            "constant", "\(value.value) does not fit into \"\(type.rawValue)\", the type of the enumeration", at: range)
    }

    /// A constant without a value is one more than the one before it.
    private func next(after last: ReadConstant?, at name: Token) throws(Diagnostic) -> ConstantValue {
        guard let last else { return ConstantValue(0, .int) }
        let (value, type) = (last.value.value + 1, last.value.type)
        guard type.range.contains(value) else {
            throw problem(
                "constant", "\"\(name.text)\" would be \(value), which \"\(type.rawValue)\" does not hold",
                at: name.range, suggestion: "write its value, as in \"\(name.text) = \(value)\"")
        }
        return ConstantValue(value, type)
    }

    private mutating func declare(_ constant: ReadConstant, at name: Token, isNew: Bool) throws(Diagnostic) {
        let known = names.constants[constant.name]
        if isNew, let known, known.value.value == constant.value.value { return }
        if known != nil || names.typedefs[constant.name] != nil || names.functions[constant.name] != nil {
            throw redeclared("\"\(constant.name)\"", at: name.range, before: names.place(of: constant.name))
        }
        names.constants[constant.name] = .init(value: constant.value, range: place(name.range))
    }
}

extension ConstantValue {
    /// A constant that an int holds is an int, whatever its expression was.
    fileprivate var promotedToInt: ConstantValue {
        IntegerType.int.range.contains(value) ? ConstantValue(value, .int) : self
    }
}
