// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

extension Value {
    /// The member of an object.
    subscript(name: String) -> Value? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }
}

extension Reply {
    /// The value of an out-parameter.
    subscript(name: String) -> Value? { out.first { $0.name == name }?.value }
}
