// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

extension Action {
    /// The possible results; nil for void.
    package var resultShape: ValueShape? {
        switch shape.result {
        case .void: nil
        case .value(let element): .given(element)
        case .pointed(let element): .given(element).orNull()
        case .run(let run): .given(run).orNull()
        }
    }

    /// The possible values of a part of an out-parameter, or the recorded calls of a function there; nil where
    /// nothing comes back.
    package func outputShape(_ name: String, at path: PartPath = PartPath()) -> ValueShape? {
        guard let index = outputNames.first(where: { $0.name == name })?.index else { return nil }
        let written = shape.parameters[index].shapeGiven?.part(at: path)
        let noted = shape.parameters[index].shapeNoted(shape.library)?.part(at: path)
        guard let noted, !noted.kinds.isEmpty else { return written }
        guard let written else { return noted }
        return ValueShape(kinds: noted.kinds.union(written.kinds), content: noted.content)
    }

    /// The possible values of an argument for hooks; nil if callers give none of this name.
    package func argumentShape(_ name: String) -> ValueShape? {
        guard let position = signature.position(ofArgument: name) else { return nil }
        return shape.parameters[signature.given[position]].recordedShape
    }

    /// The names of the out-parameters, and of those that take functions, in order.
    package var outputs: [String] { outputNames.map(\.name) }

    private var outputNames: [(index: Int, name: String)] {
        shape.parameters.indices.filter { shape.parameters[$0].isWritten || shape.parameters[$0].takesFunctions }
            .map { ($0, signature.parameters[$0].name ?? "\($0)") }
    }
}

extension ParameterPassing {
    var shapeTaken: ValueShape {
        switch self {
        case .value(let element), .pointed(let element, _): .taken(element)
        case .run(let run): .taken(run)
        case .instance: ValueShape(kinds: [], content: .plain)
        }
    }

    /// The value after the call; nil if the function writes nothing.
    fileprivate var shapeGiven: ValueShape? {
        switch self {
        case .pointed(let element, _) where isWritten: .given(element)
        case .run(let run) where isWritten: .given(run)
        default: nil
        }
    }

    /// The recorded calls of the functions in it; nil if it takes none.
    fileprivate func shapeNoted(_ library: LibraryIdentity) -> ValueShape? {
        guard let element = functions else { return nil }
        if case .run = self { return ValueShape(kinds: [], content: .functions(.array(element, count: .max), library)) }
        return .functions(in: element, library)
    }

    /// The place of functions.
    private var functions: ValueLayout? {
        switch self {
        case .value(let element), .pointed(let element, _): return element.takesFunctions ? element : nil
        case .run(let run):
            if case .elements(let element) = run.content, element.takesFunctions { return element }
            return nil
        case .instance: return nil
        }
    }

    fileprivate var takesFunctions: Bool { functions != nil }

    /// The form of an argument for recorded callbacks and hooks; nil for one that its caller does not give.
    fileprivate var recordedShape: ValueShape? {
        switch self {
        case .instance, .pointed(_, .out): nil
        case .value(.function(let shape)):
            ValueShape(kinds: [.object, .handle(type: shape.typeName), .null], content: .plain)
        case .value(let element): .given(element)
        case .pointed(let element, _): .given(element).orNull()
        case .run(let run): run.direction == .out ? nil : .given(run).orNull()
        }
    }
}

extension CallShape {
    /// The arguments that a recorded callback notes: those that a caller gives.
    var recordedArguments: [ValueShape] { parameters.compactMap(\.recordedShape) }
}

extension ValueShape {
    /// The form in which a value comes back.
    static func given(_ element: ValueLayout) -> ValueShape {
        ValueShape(kinds: element.kindsGiven, content: .element(element))
    }

    /// The forms in which a value may be given.
    static func taken(_ element: ValueLayout) -> ValueShape {
        ValueShape(kinds: element.kindsTaken, content: .element(element), isTaken: true)
    }

    fileprivate static func given(_ run: CountedBuffer) -> ValueShape {
        switch run.content {
        case .bytes: ValueShape(kinds: [.bytes], content: .plain)
        case .characters: ValueShape(kinds: [.text, .bytes], content: .plain)
        case .elements(let element): ValueShape(kinds: [.array], content: .run(element))
        }
    }

    fileprivate static func taken(_ run: CountedBuffer) -> ValueShape {
        guard case .elements(let element) = run.content else {
            return ValueShape(kinds: [.text, .bytes], content: .plain, isTaken: true)
        }
        return ValueShape(kinds: [.array], content: .run(element), isTaken: true)
    }

    /// The recorded calls of the functions in a value that is passed.
    static func functions(in element: ValueLayout, _ library: LibraryIdentity) -> ValueShape {
        guard case .function(let function) = element else {
            return ValueShape(kinds: [], content: .functions(element, library))
        }
        guard let shape = try? function.shape(of: library) else { return ValueShape(kinds: [.array], content: .plain) }
        return ValueShape(kinds: [.array], content: .calls(shape))
    }
}

extension ValueLayout {
    /// The functions in a part of what takes them; nil where there is no such part.
    func functions(_ step: PartPath.Step, _ library: LibraryIdentity) -> ValueShape? {
        switch (self, step) {
        case (.record(let shape), .member(let name)):
            guard case .element(let element, _)? = shape.field(name)?.content else { return nil }
            return .functions(in: element, library)
        case (.array(let element, let count), .element(let index)):
            return index < count ? .functions(in: element, library) : nil
        default: return nil
        }
    }
}
