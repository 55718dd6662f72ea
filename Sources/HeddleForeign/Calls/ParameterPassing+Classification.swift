// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The declaration decides which values cross; classification finds how they lie in memory.
extension ParameterPassing {
    /// Classifies a parameter.
    init(_ parameter: Parameter, at index: Int) throws(Unsupported) {
        func refused(_ why: String) -> Unsupported {
            Unsupported(parameter: index, message: "\(parameter.type) \(why)")
        }
        if let objection = parameter.objection { throw refused(objection) }
        switch parameter.crossing {
        case .nothing: self = .instance
        case .value(let type):
            guard let element = ValueLayout(type) else {
                throw Unsupported(parameter: index, message: "Heddle does not pass \(type) by value")
            }
            self = .value(element)
        case .pointee(let target):
            guard let element = ValueLayout(target) else { throw refused(Parameter.unknownSize) }
            if parameter.direction == .out, case .record(let shape) = element, shape.flexible != nil {
                throw refused(
                    "ends in an array, for which there is room only where it is given: declare it as _Inout_, or as "
                        + "_Out_writes_bytes_(n) void *")
            }
            self = .pointed(element, parameter.direction)
        case .counted(let content, let count):
            guard let content = CountedBuffer.Content(content) else {
                throw refused("points to values whose size is not known")
            }
            if count == .untilNull, !content.endsWithNull || parameter.direction == .out {
                throw refused("can end with null or 0 only if it is an input array of pointers or integers")
            }
            self = .run(
                CountedBuffer(
                    content: content, direction: parameter.direction, count: count, written: parameter.written))
        case .received(let content, let count):
            guard let content = CountedBuffer.Content(content) else {
                throw refused("receives a pointer to values whose size is not known")
            }
            self = .received(CountedBuffer(content: content, direction: .out, count: count, written: count))
        }
    }
}

extension ResultPassing {
    /// Classifies a result.
    init(_ signature: Signature) throws(Unsupported) {
        let unknownSize = Unsupported(
            parameter: nil, message: "\(signature.result) points to something whose size is not known")
        switch signature.resultCrossing {
        case .nothing: self = .void
        case .value(let type):
            guard !type.isOverAligned, let element = ValueLayout(type) else {
                throw Unsupported(parameter: nil, message: "Heddle does not return \(type) by value")
            }
            self = .value(element)
        case .pointee(let target):
            guard let element = ValueLayout(target), element.size > 0 else { throw unknownSize }
            self = .pointed(element)
        case .counted(let content, let count):
            guard let content = CountedBuffer.Content(content) else {
                throw unknownSize
            }
            self = .run(CountedBuffer(content: content, direction: .out, count: count, written: count))
        case .received: throw unknownSize
        }
    }
}

extension CountedBuffer.Content {
    /// Nil for values whose size is not known.
    init?(_ content: CountedContent) {
        switch content {
        case .bytes: self = .bytes
        case .characters: self = .characters
        case .wideCharacters(let text): self = .wideCharacters(text)
        case .elements(let type):
            guard let element = ValueLayout(type), element.size > 0, !element.isFlexible else { return nil }
            self = .elements(element)
        }
    }
}

extension Parameter {
    /// The reason why the value cannot be passed as it is declared; nil where there is none.
    fileprivate var objection: String? {
        guard case .value = crossing, !isHandle else { return nil }
        guard case .pointer(let target, let isConst) = type.canonical else {
            return type.isOverAligned
                ? "cannot be passed by value: a typedef has raised its alignment, which compilers take into account "
                    + "differently" : nil
        }
        switch target.canonical {
        case .function: return nil
        case .integer(.char):
            return isConst || isDirectionDeclared
                ? nil
                : "does not say whether it is read or written: write const char *, _In_ char *, or "
                    + "_Out_writes_(n) char *"
        // A handle, unless the function writes through it.
        case .void, .record: return isWritten ? Self.unknownSize : nil
        case .pointer:
            return "needs an annotation: _Outptr_ for a pointer that the function returns through it, _In_reads_(n) "
                + "or _Null_terminated_ for an array of them"
        default:
            return isDirectionDeclared
                ? Self.unknownSize
                : "does not say what it points to: write _In_, _Out_ or _Inout_ for one value, _In_reads_(n) or "
                    + "_Out_writes_(n) for several"
        }
    }

    fileprivate static let unknownSize = "points to something whose size is not known"
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
