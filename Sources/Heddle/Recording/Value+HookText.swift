// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

extension Value {
    /// The hook with the files that its aspects write to named otherwise.
    func withFiles(_ moved: (String) -> String) -> Value {
        switch self {
        case .array(let elements): .array(elements.map { $0.withFiles(moved) })
        case .object(let members):
            .object(
                members.map { member in
                    guard member.name == "to" else { return .init(member.name, member.value.withFiles(moved)) }
                    if case .array(let providers) = member.value {
                        return .init("to", .array(providers.map { $0.withFile(moved) }))
                    }
                    return .init("to", member.value.withFile(moved))
                })
        default: self
        }
    }

    /// A provider of `track`, with its file named otherwise if it is one.
    func withFile(_ moved: (String) -> String) -> Value {
        guard case .object(let members) = self, members.contains(where: { ["file", "sqlite"].contains($0.name) }) else {
            return withFiles(moved)
        }
        return .object(
            members.map { member in
                guard ["file", "sqlite"].contains(member.name), case .string(let path) = member.value else {
                    return member
                }
                return .init(member.name, .string(moved(path)))
            })
    }
}

extension Value {
    /// The hook with its patterns written otherwise.
    func withPatterns(_ pattern: (String) -> String) -> Value {
        guard case .object(let members) = self else { return self }
        return .object(
            members.map { member in
                guard ["on", "during"].contains(member.name) else { return member }
                return .init(member.name, member.value.withTexts(pattern))
            })
    }

    /// The same with each text in it replaced.
    private func withTexts(_ replaced: (String) -> String) -> Value {
        switch self {
        case .string(let text): .string(replaced(text))
        case .array(let elements): .array(elements.map { $0.withTexts(replaced) })
        case .null, .bool, .number, .bytes, .object, .handle: self
        }
    }
}
