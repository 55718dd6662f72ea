// SPDX-License-Identifier: Apache-2.0

internal import Declarations

/// A type whose values are plain numbers.
enum Scalar: Hashable, Sendable {
    case bool
    case integer(IntegerType)
    case enumeration(EnumerationType)
    case floating(FloatingType)

    /// The scalar that a type is; nil for any other type.
    init?(_ type: CType) {
        switch type.canonical {
        case .bool: self = .bool
        case .integer(let integer): self = .integer(integer)
        case .enumeration(let enumeration): self = .enumeration(enumeration)
        case .floating(let floating): self = .floating(floating)
        default: return nil
        }
    }

    /// The size in bytes.
    var size: Int {
        switch self {
        case .bool: 1
        case .integer(let type): type.size
        case .enumeration(let type): type.underlying.size
        case .floating(.float): 4
        case .floating(.double): 8
        case .floating(.longDouble): 16
        }
    }
}

/// How one parameter crosses from a behaviour to C and back.
enum Passing: Hashable, Sendable {
    /// By value.
    case scalar(Scalar)
    /// A pointer to one value.
    case pointed(Scalar, Parameter.Direction)
    /// `const char *`: a text that ends with NUL.
    case text
    /// A pointer to a counted run of bytes, or of characters.
    case buffer(Parameter.Direction, Parameter.Count, isText: Bool)
    /// A pointer to something that only the module knows.
    case handle(type: String)
    /// A pointer that the action writes into what is passed: a handle, or a text where the type is nil.
    case receivedPointer(type: String?)
    /// The module's instance.
    case instance
}

/// How a result comes back.
enum ResultPassing: Hashable, Sendable {
    case void
    case scalar(Scalar)
    case text
    case handle(type: String)
}

/// A type or annotation that Heddle cannot pass rightly; found when the action is bound, never at the call.
public struct Unsupported: Error, Hashable, Sendable {
    /// The parameter at fault, or nil for the result or the whole function.
    public let parameter: Int?
    /// What it is, and what to write instead.
    public let message: String
}

extension Passing {
    /// Classifies a parameter.
    init(_ parameter: Parameter, at index: Int) throws(Unsupported) {
        if parameter.isInstance { self = .instance; return }
        if let scalar = Scalar(parameter.type) { self = .scalar(scalar); return }
        guard case .pointer(let target, let isConst) = parameter.type.canonical else {
            throw Unsupported(parameter: index, message: "Heddle does not pass \(parameter.type) by value")
        }
        self = try Self.pointer(to: target, isConst: isConst, parameter, index)
    }

    private static func pointer(
        to target: CType, isConst: Bool, _ parameter: Parameter, _ index: Int
    ) throws(Unsupported) -> Passing {
        if let count = parameter.count { return try buffer(of: target, count: count, parameter, index) }
        let isRead = !parameter.isDirectionDeclared || parameter.direction == .in
        switch target.canonical {
        case .pointer(let received, _): return try receivedPointer(to: received, parameter, index)
        case .integer(.char) where isRead: return try text(isConst: isConst, parameter, index)
        case .function:
            throw Unsupported(parameter: index, message: "Heddle does not pass functions: \(parameter.type)")
        default:
            if let scalar = Scalar(target) { return try pointed(scalar, parameter, index) }
            return try handle(to: target, parameter, index)
        }
    }

    private static func receivedPointer(
        to received: CType, _ parameter: Parameter, _ index: Int
    ) throws(Unsupported) -> Passing {
        guard parameter.direction == .out else {
            throw Unsupported(
                parameter: index,
                message: "\(parameter.type) needs an annotation: "
                    + "_Outptr_ for a pointer that the function returns through it")
        }
        return .receivedPointer(type: isCharacter(received) ? nil : handleType(received))
    }

    private static func text(isConst: Bool, _ parameter: Parameter, _ index: Int) throws(Unsupported) -> Passing {
        guard isConst || parameter.isDirectionDeclared else {
            throw Unsupported(
                parameter: index,
                message: "\(parameter.type) does not say whether it is read or written: "
                    + "write const char *, _In_ char *, or _Out_writes_(n) char *")
        }
        return .text
    }

    private static func pointed(
        _ scalar: Scalar, _ parameter: Parameter, _ index: Int
    ) throws(Unsupported) -> Passing {
        guard parameter.isDirectionDeclared else {
            throw Unsupported(
                parameter: index,
                message:
                    "\(parameter.type) does not say what it points to: write _In_, _Out_ or _Inout_ for one value, "
                    + "_In_reads_(n) or _Out_writes_(n) for several")
        }
        return .pointed(scalar, parameter.direction)
    }

    private static func handle(to target: CType, _ parameter: Parameter, _ index: Int) throws(Unsupported) -> Passing {
        guard parameter.direction == .in else {
            throw Unsupported(
                parameter: index,
                message: "Heddle does not read what is written to \(parameter.type): "
                    + "only numbers, texts and handles come back through parameters")
        }
        return .handle(type: handleType(target))
    }

    private static func buffer(
        of element: CType, count: Parameter.Count, _ parameter: Parameter, _ index: Int
    ) throws(Unsupported) -> Passing {
        let isByte =
            if case .integer(let type) = element.canonical { type.size == 1 } else { element.canonical == .void }
        guard isByte else {
            throw Unsupported(
                parameter: index, message: "Heddle passes counted buffers of bytes and characters, not of \(element)")
        }
        return .buffer(parameter.direction, count, isText: isCharacter(element) && !parameter.isBytes)
    }
}

extension ResultPassing {
    /// Classifies a result.
    init(_ type: CType) throws(Unsupported) {
        if type.canonical == .void { self = .void; return }
        if let scalar = Scalar(type) { self = .scalar(scalar); return }
        guard case .pointer(let target, _) = type.canonical else {
            throw Unsupported(parameter: nil, message: "Heddle does not return \(type) by value")
        }
        if case .function = target.canonical {
            throw Unsupported(parameter: nil, message: "Heddle does not return functions: \(type)")
        }
        self = isCharacter(target) ? .text : .handle(type: handleType(target))
    }
}

/// Plain `char`, which is text; `signed char` and `unsigned char` are numbers.
private func isCharacter(_ type: CType) -> Bool { type.canonical == .integer(.char) }

/// The name that tells handles of one type from those of another.
private func handleType(_ type: CType) -> String {
    if case .record(let record) = type.canonical, let tag = record.tag { return tag }
    return type.description
}
