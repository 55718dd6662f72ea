// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// Which values a declared type takes or gives, and what their parts are: what can be said before anything is called.
///
/// ## Topics
/// - ``kinds``
/// - ``part(at:)``
/// - ``fieldNames``
/// - ``count``
package struct ValueShape: Sendable {
    /// The rest behind the shape.
    indirect enum Content: Sendable {
        /// A value without parts.
        case plain
        /// A value as it lies in memory.
        case element(ValueLayout)
        /// A member that has bits of its own.
        case bits(BitField)
        /// Values one behind the other.
        case run(ValueLayout)
        /// How a recorded callback of this type is to answer.
        case callback(FunctionType)
        /// The recorded calls of a callback: a list for each call.
        case calls(CallShape)
        /// The arguments of one call of a callback.
        case arguments(CallShape)
        /// The code and message of a failed call.
        case failure
        /// One of some words.
        case word([String])
        /// A place for functions beside parts that are not given back.
        case functions(ValueLayout, LibraryIdentity)
    }

    /// The sorts of values.
    package let kinds: Set<ValueKind>
    let content: Content
    /// True if it is about what a function takes, and not about what comes back.
    package internal(set) var isTaken = false

    /// `errno`.
    package static let errno = ValueShape(kinds: [.number], content: .element(.scalar(.integer(.int))))
    /// `"returned"` or `"failed"`.
    package static let status = ValueShape(kinds: [.text], content: .word(["returned", "failed"]))
    /// The failure of a call: null where it returned.
    package static let failure = ValueShape(kinds: [.object, .null], content: .failure)

    /// The same, where the value may also be null.
    func orNull(_ mayBeNull: Bool = true) -> ValueShape {
        mayBeNull ? ValueShape(kinds: kinds.union([.null]), content: content, isTaken: isTaken) : self
    }
}

// MARK: - Parts

extension ValueShape {
    /// The shape of a part; nil where no value has it.
    package func part(at path: PartPath) -> ValueShape? {
        path.steps.reduce(ValueShape?.some(self)) { $0?.part($1) }
    }

    /// The shape of a member or element; nil where no value has it.
    package func part(_ step: PartPath.Step) -> ValueShape? {
        switch (content, step) {
        case (.element(.record(let shape)), .member(let name)): shape.field(name).map(field)
        case (.element(.record(let shape)), .element(let index)) where isTaken && !shape.isUnion:
            shape.fields.dropFirst(index).first.map(field)
        case (.element(.array(let element, let count)), .element(let index)):
            index < count ? inner(element) : nil
        case (.element(.scalar(.complex(let type))), .element(0...1)): inner(.scalar(.floating(type)))
        case (.element(.function(let shape)), .member("callback")) where isTaken: .callback(shape.type)
        case (.run(let element), .element): inner(element)
        case (.calls(let shape), .element): ValueShape(kinds: [.array], content: .arguments(shape))
        case (.arguments(let shape), .element(let index)): shape.recordedArguments.dropFirst(index).first
        case (.callback(let type), .member(let name)): .answer(name, of: type)
        case (.failure, .member("code")), (.failure, .member("message")): ValueShape(kinds: [.text], content: .plain)
        case (.functions(let element, let library), let step): element.functions(step, library)
        default: nil
        }
    }

    private func inner(_ element: ValueLayout) -> ValueShape {
        isTaken ? .taken(element).orNull(element.isPointer) : .given(element)
    }

    /// A field; in a union a pointer to a text is only a pointer, as something else may stand there.
    private func field(_ field: RecordShape.Field) -> ValueShape {
        switch field.content {
        case .bits(let bits):
            return ValueShape(kinds: inner(.scalar(bits.scalar)).kinds, content: .bits(bits), isTaken: isTaken)
        case .element(.text, _) where !isTaken && !field.alternatives.isEmpty: return inner(.handle(type: "char"))
        case .element(let element, _): return inner(element)
        }
    }

    /// The names of the fields, where values are structures or unions.
    package var fieldNames: [String] {
        switch content {
        case .element(.record(let shape)): shape.fields.map(\.name)
        case .failure: ["code", "message"]
        case .functions(.record(let shape), _): shape.fields.map(\.name)
        case .callback: ValueShape.answers
        default: []
        }
    }

    /// How many elements a value has; nil where that is not declared.
    package var count: Int? {
        switch content {
        case .element(.array(_, let count)): count
        case .element(.scalar(.complex)): 2
        case .arguments(let shape): shape.recordedArguments.count
        default: nil
        }
    }

    /// Returns whether an array may have so many elements: what a function takes may be shorter than its room.
    package func takes(count: Int) -> Bool {
        guard let wanted = self.count else { return true }
        if case .element(.array) = content, isTaken { return count <= wanted }
        return count == wanted
    }
}
