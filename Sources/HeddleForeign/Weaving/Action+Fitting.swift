// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

extension Action {
    /// The reason why hooks cannot set a result of their own; nil where they can.
    package var resultObstacle: String? {
        if case .void = shape.result { return nil }
        return shape.result.replaceable(signature.result) == nil
            ? "it returns \(signature.result), and a hook can only give values and texts" : nil
    }

    /// The reason why a value cannot be set as the result by a hook; nil where it can.
    package func misfit(ofResult value: Value?) -> String? {
        if let resultObstacle { return resultObstacle }
        switch (shape.result.replaceable(signature.result), value) {
        case (let element?, let value?):
            return element.misfit(of: value, orNull: signature.resultMayBeNull, shape.library)
        case (nil, nil): return nil
        case (nil, .some): return "it returns nothing"
        case (.some, nil): return "it returns \(signature.result)"
        }
    }

    /// The reason why calls cannot be answered so; nil where they can.
    package func misfit(of answer: CallAnswer) -> String? {
        let store = ScratchStore(library: shape.library)
        do throws(CrossingError) {
            try shape.check(answer, store)
            return nil
        } catch {
            return error.description
        }
    }

    /// The reason why a value cannot be put in the place of an argument by a hook; nil where it can.
    ///
    /// - Parameter index: which of the parameters.
    package func misfit(of value: Value, forParameter index: Int) -> String? {
        guard let element = shape.parameters[index].replaceable(signature.parameters[index].type) else {
            return "a hook can only put values and texts in place of arguments"
        }
        if signature.parameters.contains(where: { $0.count == .parameter(index) }) {
            return "it counts another argument"
        }
        if signature.format == index { return "it is the format of variadic arguments" }
        let isOptional = signature.parameters[index].isOptional
        return element.misfit(of: value, orNull: isOptional, shape.library, for: index, in: signature)
    }

    /// Returns whether a parameter takes a pointer that is no value: a handle or a function.
    package func takesHandle(at index: Int) -> Bool {
        switch shape.parameters[index] {
        case .value(let element), .pointed(let element, _): element.hasHandles
        case .run(let run), .received(let run):
            if case .elements(let element) = run.content { element.hasHandles } else { false }
        case .instance: true
        }
    }

    /// True if the result is, or has in it, a pointer that is no value: a handle or a function.
    package var returnsHandle: Bool {
        switch shape.result {
        case .value(let element), .pointed(let element): element.hasHandles
        case .run(let run): if case .elements(let element) = run.content { element.hasHandles } else { false }
        case .void: false
        }
    }

    /// True if the call writes into any of its arguments, or keeps or releases what they point to.
    package var affectsArguments: Bool {
        shape.writes || signature.parameters.contains { $0.isReleased || $0.isRetained }
    }
}

extension ValueLayout {
    /// True if there are pointers in it that are no values: handles or functions.
    var hasHandles: Bool {
        switch self {
        case .handle, .function: true
        case .array(let element, _): element.hasHandles
        case .record(let shape):
            shape.fields.contains { field in
                switch field.content {
                case .element(let element, _): element.hasHandles
                case .buffer(let buffer, _): buffer.run.element.hasHandles
                case .bits: false
                }
            }
        case .scalar, .characters, .text, .sharedText, .wideText: false
        }
    }
}

extension ValueLayout {
    /// The reason why a value cannot be written as this type; nil where it can.
    ///
    /// - Parameters:
    ///   - index: the parameter that it is for; nil for the result.
    fileprivate func misfit(
        of value: Value, orNull: Bool, _ library: LibraryIdentity, for index: Int? = nil, in signature: Signature? = nil
    ) -> String? {
        let store = ScratchStore(library: library)
        do throws(Misfit) {
            let memory = unsafe store.allocate(max(1, size))
            try unsafe write(value, orNull: orNull, to: memory, store)
            return nil
        } catch {
            let error = error.error(for: index, of: value)
            return (signature.map { error.concealed(in: $0) } ?? error).description
        }
    }
}

/// Memory for a value that is only tried.
@safe private final class ScratchStore: ValueStore {
    let library: LibraryIdentity
    private var blocks: [UnsafeMutableRawPointer]

    init(library: LibraryIdentity) {
        self.library = library
        unsafe blocks = []
    }

    deinit {
        unsafe blocks.forEach { unsafe $0.deallocate() }
    }

    func allocate(_ size: Int) -> UnsafeMutableRawPointer {
        let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
        unsafe blocks.append(block)
        return unsafe block
    }

    func within(_ step: PartPath.Step) -> Self { self }

    func function(_ value: Value, _ shape: FunctionShape) throws(Misfit) -> UnsafeMutableRawPointer {
        if value.handleName != nil { return unsafe allocate(1) }
        throw Misfit(expected: "null: a hook cannot make a function")
    }

    func handle(_ value: Value, _ type: String) throws(Misfit) -> UnsafeMutableRawPointer? {
        if value.handleName != nil { return unsafe allocate(1) }
        return try unsafe library.address(of: value, as: type)
    }
}

extension Action {
    /// The reason why the action refuses each handle of a type that another one gives: the handles in words, and those
    /// that it takes. Nil where it takes them.
    package func refusal(ofHandlesOf type: String, from giver: Action) -> (found: String, expected: String)? {
        let (own, other) = (shape.library, giver.shape.library)
        if own.takes(handlesOf: type, from: other) { return nil }
        return (other.words(forHandleOf: type), own.words(forHandleOf: type))
    }
}
