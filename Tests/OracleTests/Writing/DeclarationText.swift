// SPDX-License-Identifier: Apache-2.0

extension Shape {
    /// The declaration of a name, or the type alone where there is none.
    func declaration(of name: String = "") -> String {
        switch self {
        case .array(let element, let count): element.declaration(of: "\(name)[\(count.map(String.init) ?? "")]")
        case .text: "const char *\(name)"
        case .scalar(let scalar): join(scalar.rawValue, name)
        case .enumeration(let enumeration): join("enum \(enumeration.tag)", name)
        case .record(let record): join(record.tag.map { "\(record.keyword) \($0)" } ?? record.body, name)
        }
    }

    private func join(_ type: String, _ name: String) -> String { name.isEmpty ? type : "\(type) \(name)" }

    /// The declaration of a type that has a tag.
    var definition: String {
        switch self {
        case .record(let record): "\(record.body);"
        case .enumeration(let enumeration): "\(enumeration.body);"
        default: ""
        }
    }
}

extension EnumerationShape {
    fileprivate var body: String {
        let constants = values.indices.map {
            "\(name(of: $0)) = \(values[$0])\(values[$0] > Int128(Int64.max) ? "ul" : "")"
        }
        return "enum \(isPacked ? "__attribute__((packed)) " : "")\(tag) { \(constants.joined(separator: ", ")) }"
    }
}

extension RecordShape {
    fileprivate var body: String {
        let attributes = attributeText(isPacked: isPacked, alignment: alignment)
        let inside = members.map { "\($0.declaration); " }.joined()
        let head = [keyword, attributesLast ? "" : attributes, tag ?? ""].filter { !$0.isEmpty }
        return "\(head.joined(separator: " ")) { \(inside)}"
            + (attributesLast && !attributes.isEmpty ? " " + attributes : "")
    }
}

extension RecordShape.Member {
    fileprivate var declaration: String {
        let attributes = attributeText(isPacked: isPacked, alignment: alignment)
        let declared = shape.declaration(of: name ?? "") + (bits.map { " : \($0)" } ?? "")
        return attributes.isEmpty ? declared : "\(declared) \(attributes)"
    }
}

private func attributeText(isPacked: Bool, alignment: Int?) -> String {
    let words = [isPacked ? "packed" : nil, alignment.map { "aligned(\($0))" }].compactMap(\.self)
    return words.isEmpty ? "" : "__attribute__((\(words.joined(separator: ", "))))"
}

extension OracleCase {
    /// The types, one to a line.
    var typeText: String { definitions.map { "\($0.definition)\n" }.joined() }

    /// The function's declaration.
    var declaration: String {
        let name = "\(symbol)(\(parameterText(declared ?? parameters.count)))"
        return result?.shape.declaration(of: name) ?? "void \(name)"
    }

    /// The declaration of the function that calls back.
    var backDeclaration: String { "void \(backSymbol)(\(callbackText))" }

    /// A parameter named `callback` that points to a function of the case's type.
    var callbackText: String {
        let pointer = "(*callback)(\(parameterText(parameters.count, isNamed: true)))"
        return result?.shape.declaration(of: pointer) ?? "void \(pointer)"
    }

    /// - Parameter isNamed: true if nothing follows.
    private func parameterText(_ count: Int, isNamed: Bool = false) -> String {
        let fixed = parameters.prefix(count).enumerated().map { $1.shape.declaration(of: "a\($0)") }
        let all = fixed + (!isNamed && (count < parameters.count || declared == count) ? ["..."] : [])
        return all.isEmpty ? "void" : all.joined(separator: ", ")
    }
}
