// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON

extension BehaviourReader {
    /// Reads the options of an aspect.
    ///
    /// Under `arguments` and `data`, and under `with` and `out` of a recorded call, stand values by their names: such an
    /// object is never bytes, though its one name is `hex` or `bytes`.
    func aspectOptions(_ field: Field) -> Located<Value>? {
        members(of: field) { option in
            switch option.key {
            case "arguments", "data": members(of: option, literal)
            case "calls": calls(option)
            default: literal(option)
            }
        }
    }

    private func calls(_ field: Field) -> Located<Value>? {
        guard case .array(let elements) = field.node.content else { return literal(field) }
        let calls = elements.map { element in
            members(of: field.element(element)) { part in
                ["with", "out"].contains(part.key) ? members(of: part, literal) : literal(part)
            }
        }
        let values = calls.compactMap { $0?.value }
        return values.count == calls.count ? Located(.array(values), at: field.range) : nil
    }

    /// An object from what becomes of its members; any other value as it is. Nil where one of them is wrong.
    private func members(of field: Field, _ read: (Field) -> Located<Value>?) -> Located<Value>? {
        guard case .object(let members) = field.node.content else { return literal(field) }
        let all = Array(members)
        let values = all.compactMap { member in
            read(Field(key: member.name, owner: "\"\(field.key)\"", node: member.value)).map {
                Value.Member(member.name, $0.value)
            }
        }
        return values.count == all.count ? Located(.object(values), at: field.range) : nil
    }
}
