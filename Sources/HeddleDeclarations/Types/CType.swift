// SPDX-License-Identifier: Apache-2.0

/// A C type, as it was declared.
///
/// Typedef names are kept (``named(_:_:)``), so that a type prints as it was read; ``canonical`` resolves them.
///
/// ## Topics
/// - ``canonical``
/// - ``isSame(as:)``
/// - ``layout``
/// - ``IntegerType``
/// - ``FloatingType``
/// - ``RecordType``
/// - ``EnumerationType``
/// - ``FunctionType``
package indirect enum CType: Hashable, Sendable {
    /// `void`, as a result or behind a pointer.
    case void
    /// `bool`, `_Bool`.
    case bool
    /// An integer type, including `char`.
    case integer(IntegerType)
    /// `float`, `double` or `long double`.
    case floating(FloatingType)
    /// A complex type such as `float _Complex`: two numbers, the real part first.
    case complex(FloatingType)
    /// `T *`; `isConst` is true if the target is const.
    case pointer(to: CType, isConst: Bool)
    /// `T[n]`, or `T[]` if the count is nil.
    case array(of: CType, count: Int?)
    /// A function, behind a pointer.
    case function(FunctionType)
    /// A structure or union, with or without a tag.
    case record(RecordType)
    /// An enumeration.
    case enumeration(EnumerationType)
    /// A type with another alignment in bytes, larger or smaller than its own, from a typedef with `aligned(n)`.
    case aligned(CType, to: Int)
    /// A typedef with its type.
    case named(String, CType)

    /// The type without typedefs, and without alignments that typedefs have added.
    package var canonical: CType {
        switch self {
        case .named(_, let underlying), .aligned(let underlying, _): underlying.canonical
        default: self
        }
    }
}

extension CType {
    /// The type of a part of a value; `void` if there is no such part.
    package func part(at path: PartPath) -> CType { path.steps.reduce(self) { $0.part($1) } }

    /// The type of a member or element of values; `void` if there is none.
    package func part(_ step: PartPath.Step) -> CType {
        switch (step, canonical) {
        case (.member(let name), _): part(named: name)
        case (.element, .pointer(let target, _)): target
        case (.target(let name), .pointer(let target, _)): target.defined.part(named: name)
        case (.target, _): .void
        case (.element(let index), _): part(at: index)
        }
    }

    /// The type of an element of values (arrays, and structures by position); `void` if there is none.
    package func part(at index: Int) -> CType {
        switch canonical {
        case .array(let element, _): element
        case .record(let record): record.fields.dropFirst(index).first?.type ?? .void
        // The type of a list of answers of a callback.
        case .integer, .enumeration, .floating: self
        case .complex(let part): .floating(part)
        default: .void
        }
    }

    /// The type of a member of values. The answers of a callback have the result type of the function, and each of its
    /// rules has such answers.
    package func part(named name: String) -> CType {
        switch canonical {
        case .record(let record): record.field(name)?.member.type ?? .void
        case .pointer(let target, _): target.part(named: name)
        case .function(let function):
            switch name {
            case "callback": self
            case "returns", "afterwards": function.result
            case "answers": .array(of: function.result, count: nil)
            case "rules": .array(of: self, count: nil)
            default: .void
            }
        default: .void
        }
    }
}
