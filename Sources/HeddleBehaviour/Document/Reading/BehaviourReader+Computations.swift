// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

extension BehaviourReader {
    /// Reads a value that is made of others.
    ///
    /// - Returns: the value, which is nil where something is wrong with it; nil for an object that is none.
    func computed(_ members: JSONObject, _ field: Field) -> Located<Template>?? {
        let all = Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
        if all.count == 1, let parts = all[Computation.join], case .array = parts.content {
            return .some(joined(parts, field))
        }
        if all.count == 1, let text = all[Computation.expression], case .text(let expression) = text.content {
            return .some(self.expression(Located(expression, at: text.range), field))
        }
        guard all.count > 1, let value = all["ref"], case .text(let text) = value.content,
            Set(all.keys).isSubset(of: ["ref", Computation.start, Computation.count])
        else { return nil }
        let whole = Located(text, at: value.range)
        return .some(slice(of: whole, from: all[Computation.start], all[Computation.count], field))
    }

    // MARK: Texts

    /// Reads a text that is put together of parts.
    private func joined(_ parts: JSONNode, _ field: Field) -> Located<Template>? {
        let list = Field(key: Computation.join, owner: "a value", node: parts)
        guard let elements = self.list(list) else { return nil }
        if elements.isEmpty {
            badValue(list, expected: "at least one part")
            return nil
        }
        let all = elements.map { part(field.element($0)) }
        let read = all.compactMap(\.self)
        return read.count == all.count ? Located(Computation(.join, read), at: field.range) : nil
    }

    /// Reads a part of a text.
    private func part(_ field: Field) -> Located<Template>? {
        guard let part = template(field) else { return nil }
        switch part.value {
        case .literal(.null), .literal(.array), .literal(.object), .array, .object:
            note(
                .wrongType,
                "\(part.kindDescription) is no part of a text, expected a text, a number, or a reference to one",
                at: part.range)
            return nil
        case .literal, .reference, .computed: return part
        }
    }

    // MARK: Numbers

    private func expression(_ text: Located<String>, _ field: Field) -> Located<Template>? {
        do throws(ExpressionMistake) {
            let expression = try ComputedExpression(text.value)
            let known = expression.references.map { reference($0, text) }
            guard known.allSatisfy({ $0 != nil }) else { return nil }
            return Located(Computation(expression, at: field.range), at: field.range)
        } catch {
            note(
                .badValue, "\(text.range.excerpt) is no expression: found \(error.found), expected \(error.expected)",
                at: text.range)
            return nil
        }
    }

    // MARK: Parts

    private func slice(
        of value: Located<String>, from start: JSONNode?, _ count: JSONNode?, _ field: Field
    ) -> Located<Template>? {
        let whole = reference(value)
        let bounds = [(Computation.start, start), (Computation.count, count)].compactMap { key, node in
            node.map { bound(Field(key: key, owner: "a part", node: $0)) }
        }
        let read = bounds.compactMap(\.self)
        guard let whole, read.count == bounds.count else { return nil }
        return Located(
            Computation(
                .slice(hasStart: start != nil, hasCount: count != nil),
                [Located(.reference(whole), at: value.range)] + read),
            at: field.range)
    }

    /// Reads where a part begins, or how long it is.
    private func bound(_ field: Field) -> Located<Template>? {
        guard let bound = template(field) else { return nil }
        switch bound.value {
        case .reference, .computed: return bound
        case .literal(.number(let number)) where Computation.isBound(number): return bound
        case .literal, .array, .object:
            wrongType(field, expected: "a whole number of 0 or more, a reference to one, or an expression")
            return nil
        }
    }
}
