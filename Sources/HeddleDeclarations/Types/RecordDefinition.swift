// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The definition of a structure or union with a tag. The scope that has read it keeps it.
///
/// A structure may point to itself, or to one that is defined behind it. There its type is an opaque one, of which
/// ``CType/defined`` is the definition, for as long as the scope is there.
final class RecordDefinition: Sendable {
    let record: RecordType

    init(_ record: RecordType) {
        self.record = record
    }
}

/// The place at which an opaque type finds its definition once that was read. All are equal: a type is told by its tag.
struct LaterDefinition: Hashable, Sendable {
    private enum State: Sendable {
        case none
        case one(WeakDefinition)
        /// Scopes that were copied of one another have different ones.
        case several
    }

    /// It does not keep the definition, which may lead back to itself.
    private struct WeakDefinition: Sendable {
        weak let definition: RecordDefinition?
    }

    private final class Place: Sendable {
        let state = Mutex(State.none)
    }

    private let place = Place()

    /// The definition; nil where there is none, or no single one.
    var record: RecordType? {
        if case .one(let known) = place.state.withLock({ $0 }) { known.definition?.record } else { nil }
    }

    /// Notes the definition.
    func set(_ definition: RecordDefinition) {
        place.state.withLock { state in
            switch state {
            case .none: state = .one(WeakDefinition(definition: definition))
            case .one(let known) where known.definition.map { $0.record == definition.record } ?? true:
                state = .one(WeakDefinition(definition: definition))
            case .one, .several: state = .several
            }
        }
    }

    static func == (left: LaterDefinition, right: LaterDefinition) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}

extension CType {
    /// The type, with the definition in the place of an opaque structure that was defined behind its use.
    package var defined: CType {
        switch self {
        case .record(let record) where record.members == nil: record.later?.record.map(CType.record) ?? self
        case .named(let name, let underlying): .named(name, underlying.defined)
        case .aligned(let underlying, let alignment): .aligned(underlying.defined, to: alignment)
        default: self
        }
    }
}
