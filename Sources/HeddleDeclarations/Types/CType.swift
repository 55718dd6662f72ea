// SPDX-License-Identifier: Apache-2.0

/// A type of C, as a declaration wrote it.
///
/// Typedef names are kept (``named(_:_:)``), so that a type prints as it was read; ``canonical`` looks through them.
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
    /// An integer type, `char` among them.
    case integer(IntegerType)
    /// `float`, `double` or `long double`.
    case floating(FloatingType)
    /// `float _Complex` and its like: two numbers, the real part first.
    case complex(FloatingType)
    /// `T *`; `isConst` says that what it points to is const.
    case pointer(to: CType, isConst: Bool)
    /// `T[n]`, or `T[]` where the count is nil.
    case array(of: CType, count: Int?)
    /// A function, behind a pointer.
    case function(FunctionType)
    /// A structure or union, known by its tag or without one.
    case record(RecordType)
    /// An enumeration.
    case enumeration(EnumerationType)
    /// A type whose values stand at multiples of a number of bytes, which may be more or fewer than the type itself
    /// asks for; what a typedef with `aligned(n)` stands for.
    case aligned(CType, to: Int)
    /// A typedef name and what it stands for.
    case named(String, CType)

    /// The type behind any typedef names; it says nothing of an alignment that a typedef has added.
    package var canonical: CType {
        switch self {
        case .named(_, let underlying), .aligned(let underlying, _): underlying.canonical
        default: self
        }
    }
}

extension CType {
    /// The type of a part of a value; `void` where there is none.
    package func part(at path: PartPath) -> CType { path.steps.reduce(self) { $0.part($1) } }

    /// The type of a member or element, as values have it; `void` where there is none.
    package func part(_ step: PartPath.Step) -> CType {
        switch (step, canonical) {
        case (.member(let name), _): part(named: name)
        case (.element, .pointer(let target, _)): target
        case (.element(let index), _): part(at: index)
        }
    }

    /// The type of an element, as values have it: arrays, and structures by position; `void` where there is none.
    package func part(at index: Int) -> CType {
        switch canonical {
        case .array(let element, _): element
        case .record(let record): record.fields.dropFirst(index).first?.type ?? .void
        // The list of what a callback answers with, which stands in an object of its own.
        case .integer, .enumeration, .floating: self
        case .complex(let part): .floating(part)
        default: .void
        }
    }

    /// The type of a member, as values have it; a callback's answers are of the type that the function returns.
    package func part(named name: String) -> CType {
        switch canonical {
        case .record(let record): record.fields.first { $0.name == name }?.type ?? .void
        case .pointer(let target, _): target.part(named: name)
        case .function(let function): name == "callback" ? self : Self.answers.contains(name) ? function.result : .void
        default: .void
        }
    }

    private static let answers = ["returns", "answers"]
}
