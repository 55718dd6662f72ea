// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

extension ParameterPassing {
    /// Classifies a parameter.
    init(_ parameter: Parameter, at index: Int, of signature: Signature) throws(Unsupported) {
        if parameter.isInstance { self = .instance; return }
        if case .pointer(let target, let isConst) = parameter.type.canonical {
            let pointer = PointerParameter(target: target, isConst: isConst, parameter: parameter, index: index)
            self = try pointer.passing
            return
        }
        if parameter.type.isOverAligned {
            throw Unsupported(
                parameter: index,
                message: "\(parameter.type) cannot be passed by value: a typedef has raised its alignment, which "
                    + "compilers take into account differently")
        }
        guard let element = ValueLayout(parameter.type) else {
            throw Unsupported(parameter: index, message: "Heddle does not pass \(parameter.type) by value")
        }
        self = .value(element)
    }
}

extension CType {
    /// True if a typedef has raised the alignment of the type itself.
    var isOverAligned: Bool {
        switch self {
        case .aligned: true
        case .named(_, let underlying): underlying.isOverAligned
        default: false
        }
    }
}

/// A pointer parameter while it is being classified.
private struct PointerParameter {
    let target: CType
    let isConst: Bool
    let parameter: Parameter
    let index: Int

    /// True if the action may only read what is behind it, as far as the declaration says.
    private var isRead: Bool { !parameter.isDirectionDeclared || parameter.direction == .in }

    var passing: ParameterPassing {
        get throws(Unsupported) {
            if let count = parameter.count { return .run(try run(count)) }
            switch target.canonical {
            case .function: return .value(.function(try functionShape))
            case .integer(.char) where isRead: return try text
            case .void, .record: return try record
            case .pointer: return try received
            default: return try pointed
            }
        }
    }

    private var functionShape: FunctionShape {
        get throws(Unsupported) {
            guard case .function(let function) = target.canonical else { throw refused("is no function") }
            return FunctionShape(function)
        }
    }

    private var text: ParameterPassing {
        get throws(Unsupported) {
            guard isConst || parameter.isDirectionDeclared else {
                throw refused(
                    "does not say whether it is read or written: write const char *, _In_ char *, or "
                        + "_Out_writes_(n) char *")
            }
            return .value(.text)
        }
    }

    /// A pointer to a structure is a handle unless the declaration says which way its values go.
    private var record: ParameterPassing {
        get throws(Unsupported) {
            if parameter.isDirectionDeclared, let element = ValueLayout(target) {
                return .pointed(element, parameter.direction)
            }
            guard isRead else { throw refused("points to something whose size is not known") }
            return .value(.handle(type: target.handleName))
        }
    }

    /// `_Outptr_`: the action writes a pointer.
    private var received: ParameterPassing {
        get throws(Unsupported) {
            guard parameter.isDirectionDeclared, let element = ValueLayout(target) else {
                throw refused(
                    "needs an annotation: _Outptr_ for a pointer that the function returns through it, _In_reads_(n) "
                        + "or _Null_terminated_ for an array of them")
            }
            return .pointed(element, parameter.direction)
        }
    }

    private var pointed: ParameterPassing {
        get throws(Unsupported) {
            guard parameter.isDirectionDeclared else {
                throw refused(
                    "does not say what it points to: write _In_, _Out_ or _Inout_ for one value, _In_reads_(n) or "
                        + "_Out_writes_(n) for several")
            }
            guard let element = ValueLayout(target) else {
                throw refused("points to something whose size is not known")
            }
            return .pointed(element, parameter.direction)
        }
    }

    private func run(_ count: Parameter.Count) throws(Unsupported) -> CountedBuffer {
        let content = try content
        if count == .untilNull {
            guard content.endsWithNull, parameter.direction != .out else {
                throw refused("can only end with null or 0 where it is an array of pointers or integers that is given")
            }
        }
        return CountedBuffer(content: content, direction: parameter.direction, count: count, written: parameter.written)
    }

    private var content: CountedBuffer.Content {
        get throws(Unsupported) {
            if parameter.isBytes || target.canonical == .void { return .bytes }
            if target.isCharacter { return .characters }
            if case .integer(let type) = target.canonical, type.size == 1 { return .bytes }
            guard let element = ValueLayout(target), element.size > 0 else {
                throw refused("points to values whose size is not known")
            }
            return .elements(element)
        }
    }

    private func refused(_ why: String) -> Unsupported {
        Unsupported(parameter: index, message: "\(parameter.type) \(why)")
    }
}

extension ResultPassing {
    /// Classifies a result.
    init(_ signature: Signature) throws(Unsupported) {
        let type = signature.result
        if type.canonical == .void { self = .void; return }
        if let count = signature.resultCount, case .pointer(let target, _) = type.canonical {
            self = try Self.pointer(to: target, count)
            return
        }
        guard !type.isOverAligned, let element = ValueLayout(type) else {
            throw Unsupported(parameter: nil, message: "Heddle does not return \(type) by value")
        }
        self = .value(element)
    }

    private static func pointer(to target: CType, _ count: Parameter.Count) throws(Unsupported) -> ResultPassing {
        if target.canonical == .void { return .run(CountedBuffer(.bytes, count)) }
        if case .integer(let type) = target.canonical, type.size == 1 {
            return .run(CountedBuffer(target.isCharacter ? .characters : .bytes, count))
        }
        guard let element = ValueLayout(target), element.size > 0 else {
            throw Unsupported(parameter: nil, message: "the size of what the result points to is not known: \(target)")
        }
        return count == .constant(1) ? .pointed(element) : .run(CountedBuffer(.elements(element), count))
    }
}

extension CountedBuffer {
    fileprivate init(_ content: Content, _ count: Parameter.Count) {
        self.init(content: content, direction: .out, count: count, written: nil)
    }
}
