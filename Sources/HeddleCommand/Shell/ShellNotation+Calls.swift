// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import Heddle
import HeddleDeclarations
import HeddleDiagnostics

extension ShellNotation {
    mutating func call(_ function: String, saving name: String?) throws(Diagnostic) -> ShellStep {
        let start = position
        position += 1
        let (arguments, areNamed) = try arguments()
        let signature = signature(of: function)
        var step = ShellStep(json: "")
        let place = range(from: start, position - start)
        let written =
            areNamed
            ? try arguments.map { argument throws(Diagnostic) in try self.written(argument) }
            : try placed(arguments, of: function, signature, place, &step)
        var members = [("call", Value.string(function).json)]
        if !written.isEmpty { members.append(("with", areNamed ? "{ \(list(written)) }" : "[\(list(written))]")) }
        let behind = position
        let part = part(of: signature)
        if let condition = try condition() { members.append(("expect", object([(part, condition)]))) }
        if part != "result", name == nil, members.last?.0 != "expect" {
            throw wrong("nothing is done with this part: y = \(function)(…) saves it, == expects it", at: behind)
        }
        try end()
        step.json = object(members)
        if let name { step.saves.append(.init(name: name, path: part)) }
        return step
    }

    func signature(of function: String) -> Signature? {
        let parts = function.split(separator: ".", maxSplits: 1).map(String.init)
        return names.module(parts[0])?.signature(of: parts[1])
    }

    /// The part of a call's outcome that stands behind it: an out-parameter, a part of the result, or what every call
    /// has.
    mutating func part(of signature: Signature?) -> String {
        let path = takePath()
        if path.isEmpty { return "result" }
        let first = String(PartPath.leadingName(of: path.dropFirst()))
        if signature?.parameters.contains(where: { $0.name == .some(first) && $0.direction != .in }) == true {
            return "out\(path)"
        }
        let common: Set = ["errno", "failure", "status", "stdout", "stderr"]
        return path.hasPrefix(".") && common.contains(first) ? String(path.dropFirst()) : "result\(path)"
    }

    /// An argument as it was written.
    enum Argument {
        case value(String, SourceRange)
        /// `&name`, which C passes where a function hands something out.
        case address(String, SourceRange)
    }

    /// The arguments that a step has, of those that a call in C has: there each parameter has one.
    ///
    /// - Parameter step: gets what is saved, and what `&` and `NULL` say of parameters.
    func placed(
        _ arguments: [Argument], of function: String, _ signature: Signature?, _ range: SourceRange,
        _ step: inout ShellStep
    ) throws(Diagnostic) -> [String] {
        let hasAddress = arguments.contains { if case .address = $0 { true } else { false } }
        guard let signature else {
            if hasAddress { throw undeclared(function, at: range) }
            return try arguments.map { argument throws(Diagnostic) in try written(argument) }
        }
        let all = signature.parameters.indices.filter { !signature.parameters[$0].isInstance }
        let uncounted = all.filter { !signature.counters.contains($0) }
        let further = signature.isVariadic && hasAddress && arguments.count > all.count
        let parameters: [Int]
        if further || arguments.count == all.count && (hasAddress || signature.given.count < all.count) {
            parameters = all
        } else if !hasAddress {
            parameters = signature.given(byPosition: arguments.count) ?? signature.given
        } else if arguments.count == uncounted.count {
            parameters = uncounted
        } else {
            throw Diagnostic(
                .error, .usage, code: .usage(.shellLine),
                "with &, each of the \(all.count) parameters has an argument; \(arguments.count) are given", at: range,
                suggestion: "declared: \(signature)")
        }
        var result: [String] = []
        for (position, argument) in arguments.enumerated() {
            guard position < parameters.count else {
                result.append(try written(argument))
                continue
            }
            let parameter = signature.parameters[parameters[position]]
            let name = parameter.name ?? "$\(parameters[position] + 1)"
            result += try passed(argument, parameter, name, function, &step)
        }
        return result
    }

    /// The argument of a step that an argument in C is; none where the function hands something out there.
    func passed(
        _ argument: Argument, _ parameter: Parameter, _ name: String, _ function: String, _ step: inout ShellStep
    ) throws(Diagnostic) -> [String] {
        switch argument {
        case .address(let saved, let place):
            return try passed(addressOf: saved, at: place, parameter, name, function, &step)
        case .value("null", _):
            // Heddle has a place for whatever is handed out, which nobody need look at.
            if parameter.direction == .out { return [] }
            if !parameter.isDirectionDeclared, !parameter.isOptional, parameter.type.isPointer {
                step.annotate(function, name, "_In_opt_")
            }
            return ["null"]
        case .value(let text, let range):
            if parameter.direction != .out { return [text] }
            throw Diagnostic(
                .error, .usage, code: .usage(.shellLine), "\(name) hands something out", at: range,
                suggestion: "write & and the name to save it under, such as &x, or leave it out")
        }
    }

    /// The argument for `&x`, or none where `x` is only handed out. Of a parameter that is declared as a pointer alone
    /// it says what that is: the place of a pointer gets one, and that of a value gets one, or has the one changed or
    /// read that is there.
    func passed(
        addressOf name: String, at place: SourceRange, _ parameter: Parameter, _ label: String, _ function: String,
        _ step: inout ShellStep
    ) throws(Diagnostic) -> [String] {
        if let module = names.module(havingVariable: name) { return [referring(to: "&\(module.name).\(name)")] }
        let present = names.saved[name].map(referring) ?? names.defined[name]
        var direction = parameter.direction
        if direction == .in {
            // Said already, as by an earlier line.
            if case .pointee = parameter.crossing, let present { return [present] }
            guard !parameter.isDirectionDeclared, case .pointer(_, let isConst) = parameter.type.canonical,
                let target = parameter.type.valueBehind
            else { throw noAddress(name, at: place) }
            if target.isOfOneByte {
                throw Diagnostic(
                    .error, .usage, code: .usage(.shellLine),
                    "nothing says for how many bytes \(label) of \(function) has room", at: place,
                    suggestion: "declare the function, with _Out_writes_(count) before this parameter")
            }
            if case .pointer = target {
                direction = .out
                step.annotate(function, label, "_Outptr_result_maybenull_")
            } else if isConst {
                guard let present else { throw unknown(name, at: place) }
                step.annotate(function, label, "_In_")
                return [present]
            } else {
                direction = present == nil ? .out : .inout
                step.annotate(function, label, present == nil ? "_Out_" : "_Inout_")
            }
        }
        step.saves.append(.init(name: name, path: "out.\(label)"))
        if direction == .out { return [] }
        guard let present else { throw unknown(name, at: place) }
        return [present]
    }

    func written(_ argument: Argument) throws(Diagnostic) -> String {
        switch argument {
        case .value(let text, _): return text
        case .address(let name, let range):
            if let module = names.module(havingVariable: name) { return referring(to: "&\(module.name).\(name)") }
            throw noAddress(name, at: range)
        }
    }

    func undeclared(_ function: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            .error, .usage, code: .usage(.shellLine), "the function \(function) is not declared", at: range,
            suggestion: "type its C declaration with a ; at its end")
    }

    func noAddress(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            .error, .usage, code: .usage(.shellLine), "no parameter here hands something out", at: range,
            suggestion: names.saved[name] == nil
                ? "write a value" : "write \(name), which is a pointer already if it was made by new")
    }

    /// The arguments up to the parenthesis, by position or by name.
    mutating func arguments() throws(Diagnostic) -> (written: [Argument], areNamed: Bool) {
        var written: [Argument] = []
        var areNamed: Bool?
        skipSpace()
        if take(UInt8(ascii: ")")) { return ([], false) }
        while true {
            skipSpace()
            let label = takeLabel()
            if areNamed ?? (label != nil) != (label != nil) {
                throw wrong("expected all arguments by position, or all by name")
            }
            areNamed = label != nil
            if label == nil, let address = takeAddress() {
                written.append(address)
            } else {
                let start = position
                let value = try value()
                let place = range(from: start, position - start)
                written.append(.value(label.map { "\(Value.string($0).json): \(value)" } ?? value, place))
            }
            skipSpace()
            if take(UInt8(ascii: ")")) { return (written, areNamed ?? false) }
            guard take(UInt8(ascii: ",")) else { throw wrong("expected , or )") }
        }
    }

    /// `&` and a name that stands by itself.
    mutating func takeAddress() -> Argument? {
        let start = position
        if take(UInt8(ascii: "&")), let name = takeName() {
            let range = range(from: start, position - start)
            skipSpace()
            if peek == UInt8(ascii: ",") || peek == UInt8(ascii: ")") { return .address(name, range) }
        }
        position = start
        return nil
    }

    /// A name with a colon behind it.
    mutating func takeLabel() -> String? {
        let start = position
        if let name = takeName() {
            skipSpace()
            if take(UInt8(ascii: ":")) {
                skipSpace()
                return name
            }
        }
        position = start
        return nil
    }
}

extension CType {
    /// The type of the value that a pointer points to; nil where that is none which could be handed out.
    var valueBehind: CType? {
        guard case .pointer(let target, _) = canonical else { return nil }
        switch target.canonical {
        case .void, .function, .array: return nil
        case .record(let record) where record.members == nil: return nil
        default: return target.canonical
        }
    }

    var isOfOneByte: Bool { if case .integer(let type) = canonical { type.size == 1 } else { false } }
}
