// SPDX-License-Identifier: Apache-2.0

extension RecordType {
    /// The members with a name, in their order, those of anonymous members among them. A flexible array at the end is no
    /// field: how long it is nobody knows.
    package var fields: [Member] {
        (members ?? []).flatMap { member -> [Member] in
            if member.name == nil, case .record(let inner) = member.type.canonical { return inner.fields }
            if case .array(_, nil) = member.type.canonical { return [] }
            return member.name == nil ? [] : [member]
        }
    }
}
