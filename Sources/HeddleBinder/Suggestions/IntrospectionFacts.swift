// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// The facts of GObject introspection: directions, lengths, nullability and ownership, as a `.gir` file has them.
struct IntrospectionFacts {
    private struct Part {
        var attributes: [String: String]
        var array: [String: String]?
        /// The name of the type, or of the elements of the array.
        var type: String?
        /// True for an element of the array, whose type does not count.
        var isInside = false
    }

    private struct Function {
        let throwsError: Bool
        var hasInstance = false
        var parameters: [Part] = []
        var result: Part?
    }

    private static let texts: Set<String> = ["utf8", "filename"]

    private var functions: [String: Function] = [:]
    /// The functions that release values of a type, by its name.
    private var releases: [String: String] = [:]

    init(_ bytes: [UInt8]) {
        var current: (symbol: String, function: Function)?
        var part: (index: Int, part: Part)?
        var owner: String?
        for tag in MarkupTags(bytes) {
            switch tag.name {
            case "class", "record", "union", "interface", "glib:boxed":
                owner = tag.isEnd ? nil : tag.attributes["name"]
                if let owner, tag.name == "class" || tag.name == "interface" { releases[owner] = "g_object_unref" }
            case "function", "method", "constructor":
                if let ended = current, tag.isEnd || tag.isEmpty { functions[ended.symbol] = ended.function }
                current = nil
                if !tag.isEnd, let symbol = tag.attributes["c:identifier"] {
                    current = (symbol, Function(throwsError: tag.attributes["throws"] == "1"))
                    if tag.name == "method", let owner { note(symbol, as: tag.attributes["name"], of: owner) }
                }
            case "return-value", "parameter", "instance-parameter":
                if let ended = part, var function = current?.function {
                    if ended.index < 0 { function.result = ended.part } else { function.parameters.append(ended.part) }
                    current?.function = function
                    part = nil
                }
                guard !tag.isEnd, !tag.isEmpty, current != nil else { continue }
                if tag.name == "instance-parameter" { current?.function.hasInstance = true }
                part = (tag.name == "return-value" ? -1 : 0, Part(attributes: tag.attributes))
            case "array":
                if tag.isEnd {
                    part?.part.isInside = false
                } else if part?.part.isInside == false {
                    part?.part.array = tag.attributes
                    part?.part.isInside = true
                }
            case "type":
                if !tag.isEnd, part?.part.type == nil { part?.part.type = tag.attributes["name"] }
            default: break
            }
        }
    }

    /// Returns whether a function is described, and with it who owns what the caller gets.
    func describes(_ function: Signature) -> Bool { functions[function.symbol] != nil }

    /// True if no function is described.
    var isEmpty: Bool { functions.isEmpty }

    private mutating func note(_ symbol: String, as name: String?, of owner: String) {
        guard let name, name == "free" || name == "unref", releases[owner] != "g_object_unref" else { return }
        if name == "free" || releases[owner] == nil { releases[owner] = symbol }
    }

    // MARK: Facts

    func facts(of signature: Signature) -> FunctionFacts {
        var facts = FunctionFacts()
        guard let function = functions[signature.symbol] else { return facts }
        let named = function.parameters.count + (function.throwsError ? 1 : 0)
        guard named == signature.parameters.count else { return facts }
        let first = function.hasInstance ? 1 : 0
        let name = { (index: String?) -> (name: String, isPointer: Bool)? in
            guard let index = index.flatMap({ Int($0) }), signature.parameters.indices.contains(index + first),
                let name = signature.parameters[index + first].name
            else { return nil }
            if case .pointer = signature.parameters[index + first].type.canonical { return (name, true) }
            return (name, false)
        }
        for (index, part) in function.parameters.enumerated() { facts[index] = self.facts(of: part, name) }
        if let result = function.result {
            var known = self.facts(of: result, name)
            if result.attributes["nullable"] == "1" { known.mayBeNull = Fact(true, from: "GIR: nullable") }
            facts[Signature.resultPart] = known
        }
        if function.throwsError {
            var error = PartFacts()
            error.direction = Fact(.out, from: "GIR: throws")
            error.mayBeNull = Fact(true, from: "GIR: throws")
            error.receivedMayBeNull = Fact(true, from: "GIR: throws")
            error.release = Fact("g_error_free", from: "GIR: throws")
            facts[signature.parameters.count - 1] = error
        }
        return facts
    }

    private func facts(of part: Part, _ name: (String?) -> (name: String, isPointer: Bool)?) -> PartFacts {
        var facts = PartFacts()
        let attributes = part.attributes
        switch attributes["direction"] {
        case "out": facts.direction = Fact(.out, from: "GIR: (out)")
        case "inout": facts.direction = Fact(.inout, from: "GIR: (inout)")
        default: break
        }
        let isOut = facts.direction != nil
        let isNullable = attributes["nullable"] == "1"
        if isOut {
            if attributes["optional"] == "1" { facts.mayBeNull = Fact(true, from: "GIR: (optional)") }
            if isNullable { facts.receivedMayBeNull = Fact(true, from: "GIR: (nullable)") }
        } else if isNullable || attributes["allow-none"] == "1" {
            facts.mayBeNull = Fact(true, from: "GIR: (nullable)")
        }
        let ownership = attributes["transfer-ownership"]
        guard let array = part.array else {
            if ownership == "full", let type = part.type {
                let release = Self.texts.contains(type) ? "g_free" : releases[type]
                facts.release = release.map { Fact($0, from: "GIR: (transfer full)") }
            }
            return facts
        }
        // An array object, such as GPtrArray.
        if array["name"] != nil { return facts }
        let isOfTexts = part.type.map(Self.texts.contains) ?? false
        if ownership == "container" || ownership == "full" && !(part.type?.first?.isUppercase ?? true) {
            let release = isOfTexts && ownership == "full" ? "g_strfreev" : "g_free"
            facts.release = Fact(release, from: "GIR: (transfer \(ownership ?? ""))")
        }
        // The function makes the array: its count says nothing of what is passed.
        if isOut, attributes["caller-allocates"] != "1" { return facts }
        if let counter = name(array["length"]) {
            let count = counter.isPointer ? "*\(counter.name)" : counter.name
            facts.count = Fact(count, from: "GIR: (array length=\(counter.name))")
        } else if let size = array["fixed-size"] {
            facts.count = Fact(size, from: "GIR: (array fixed-size=\(size))")
        } else if array["length"] == nil, array["zero-terminated"] != "0" {
            facts.isNullTerminated = Fact(true, from: "GIR: (array zero-terminated=1)")
        }
        if facts.count != nil, !isOut { facts.direction = Fact(.in, from: "GIR: (in)") }
        return facts
    }
}
