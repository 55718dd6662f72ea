// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import Synchronization

/// The type that a pointer points to. How values of it lie in memory is worked out when something is read there.
final class PointedType: Sendable {
    /// The name that tells handles of the type from others.
    let name: String
    /// The type.
    let type: CType
    private let known = Mutex<ValueLayout??>(nil)

    init(_ type: CType) {
        self.type = type
        name = type.handleName
    }

    /// True if the size of values is declared.
    var isDeclared: Bool { type.defined.hasKnownSize }

    /// The layout of values in memory; nil where their size is not declared.
    var layout: ValueLayout? {
        known.withLock { known in
            if let layout = known { return layout }
            let type = type.defined
            guard type.hasKnownSize else { return nil }
            let layout = ValueLayout(type)
            known = layout
            return layout
        }
    }
}
