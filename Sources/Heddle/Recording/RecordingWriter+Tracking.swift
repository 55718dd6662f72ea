// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleJSON

extension RecordingWriter {
    /// The sections `tracking` of all files as one; nil if there is none.
    var tracking: Value? {
        let providers = behaviour.providers.map { Value.Member($0.name.value, written(provider: $0.node)) }
        let lists = Tracking.Entry.Kind.allCases.map { kind in
            Value.Member(
                kind.rawValue,
                .array(behaviour.hooks.compactMap(\.tracked).filter { $0.kind == kind }.map(written)))
        }
        let all = [Value.Member("providers", .object(providers))] + lists
        let members = all.filter { $0.value != .array([]) && $0.value != .object([]) }
        return members.isEmpty ? nil : .object(members)
    }

    /// An entry with its action, which another file may have said for all screens.
    private func written(_ entry: Tracking.Entry) -> Value {
        guard case .object(let members) = written(entry.node.value, in: entry.node.range.source) else { return .null }
        if members.contains(where: { $0.name == "action" }) { return .object(members) }
        return .object(members + [.init("action", .string(entry.action))])
    }
}
