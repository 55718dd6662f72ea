// SPDX-License-Identifier: Apache-2.0

import HeddleBehaviour
import Heddle
import HeddleDeclarations
import HeddleDiagnostics

extension ShellNotation {
    mutating func call(_ function: ActionName, saving name: String?) throws(Diagnostic) -> ShellStep {
        try whole(try called(function), as: function.action, saving: name)
    }

    /// A call of the function that a pointer leads to: `table->compare(1, 2)`.
    mutating func call(through pointer: String, saving name: String?) throws(Diagnostic) -> ShellStep {
        try whole(try called(through: pointer), as: lastName(of: pointer), saving: name)
    }

    /// The line that a call is, with what it saves and what is expected of it.
    private mutating func whole(
        _ called: CalledPart, as function: String, saving name: String?
    ) throws(Diagnostic) -> ShellStep {
        var (step, members, part) = called
        if let condition = try condition() { members.append(("expect", object([(part, condition)]))) }
        try end()
        step.json = object(members)
        if part != "result", name == nil, members.last?.0 != "expect" {
            // The part is to be seen: it is saved as among values.
            let shown = nextName(ofResultOf: function)
            step.saves.append(.init(name: shown, path: part))
            step.shown = shown
        }
        if let name { step.saves.append(.init(name: name, path: part)) }
        return step
    }

    /// A call among values: it is made before, and the value refers to what it has saved.
    mutating func innerCall(_ function: ActionName) throws(Diagnostic) -> String {
        inner(try called(function), as: function.action)
    }

    /// The same of the function that a pointer leads to.
    mutating func innerCall(through pointer: String) throws(Diagnostic) -> String {
        inner(try called(through: pointer), as: lastName(of: pointer))
    }

    private mutating func inner(_ called: CalledPart, as function: String) -> String {
        var (step, members, part) = called
        let name = nextName(ofResultOf: function)
        step.json = object(members)
        step.saves.append(.init(name: name, path: part))
        inner.append(step)
        return referring(to: name)
    }

    /// A name for what a call gives that the line gives no name.
    private func nextName(ofResultOf function: String) -> String {
        let taken = Set(inner.flatMap(\.saves).map(\.name))
        return names.nextName("\(function)_result") { taken.contains($0) }
    }

    /// The name that a path ends with: `compare` of `table->compare`.
    private func lastName(of path: String) -> String {
        let name = path.split { !($0.isLetter || $0.isNumber || $0 == "_") }.last { $0.first?.isNumber == false }
        return name.map(String.init) ?? "call"
    }

    /// A call up to the part of its outcome that stands behind it: the step without its text, the members of that, and
    /// the part.
    private typealias CalledPart = (step: ShellStep, members: [(String, String)], part: String)

    /// The call of the function that a pointer leads to, whose type says what it takes.
    private mutating func called(through pointer: String) throws(Diagnostic) -> CalledPart {
        position += 1
        let (arguments, areNamed) = try arguments()
        let written = list(try arguments.map { argument throws(Diagnostic) in try self.written(argument) })
        var members = [("call", referring(to: pointer))]
        if !arguments.isEmpty { members.append(("with", areNamed ? "{ \(written) }" : "[\(written)]")) }
        return (ShellStep(json: ""), members, part(of: nil))
    }

    private mutating func called(_ function: ActionName) throws(Diagnostic) -> CalledPart {
        let start = position
        position += 1
        let (arguments, areNamed) = try arguments()
        let signature = signature(of: function)
        var step = ShellStep(json: "")
        let place = range(from: start, position - start)
        let written =
            areNamed
            ? "{ \(list(try arguments.map { argument throws(Diagnostic) in try self.written(argument) })) }"
            : try placed(arguments, of: function, signature, place, &step)
        var members = [("call", Value.string("\(function)").json)]
        if !arguments.isEmpty, written != "[]" { members.append(("with", written)) }
        return (step, members, part(of: signature))
    }

    func signature(of function: ActionName) -> Signature? {
        names.module(function.module)?.signature(of: function.action)
    }

    /// The part of a call's outcome that stands behind it: an out-parameter, a part of the result, or what every call
    /// has.
    mutating func part(of signature: Signature?) -> String {
        let path = takePath()
        if path.isEmpty { return "result" }
        let first = String(PartPath.leadingName(of: path.dropFirst()))
        if let signature,
            signature.parameters.indices.contains(where: { index in
                signature.name(of: index) == first && signature.parameters[index].direction != .in
            })
        {
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
        /// `(type)value`; a further argument of a variadic function has that type. A pointer is cast where it stands for a
        /// parameter, too.
        case cast(type: String, value: String, String, SourceRange)
    }

    /// The arguments of a step, of those that a call in C has: there each parameter has one. They have names where null is
    /// given for what a function hands out, which has no place in the list.
    ///
    /// - Parameter step: gets what is saved, and what `&` and `NULL` say of parameters.
    func placed(
        _ arguments: [Argument], of function: ActionName, _ signature: Signature?, _ range: SourceRange,
        _ step: inout ShellStep
    ) throws(Diagnostic) -> String {
        let hasAddress = arguments.contains { if case .address = $0 { true } else { false } }
        guard let signature else {
            if hasAddress { throw undeclared(function, at: range) }
            return "[\(list(try arguments.map { argument throws(Diagnostic) in try written(argument) }))]"
        }
        let all = signature.parameters.indices.filter { !signature.parameters[$0].isInstance }
        let uncounted = all.filter { !signature.counters.contains($0) }
        // The first further argument of a variadic function may stand in the place of one that is handed out.
        let outputs = zip(all, arguments).filter { signature.parameters[$0.0].direction == .out }.map(\.1)
        let areOutputsEmpty = outputs.allSatisfy { if case .value("null", _) = $0 { true } else { false } }
        let further =
            signature.isVariadic && arguments.count > all.count && (hasAddress || areOutputsEmpty && !outputs.isEmpty)
        let isWhole = hasAddress || signature.given.count < all.count && (!signature.isVariadic || areOutputsEmpty)
        let parameters: [Int]
        if further || arguments.count == all.count && isWhole {
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
        var (values, names, areNamed) = ([String](), [String](), false)
        for (index, argument) in zip(parameters, arguments) {
            let (parameter, name) = (signature.parameters[index], signature.name(of: index))
            let value = try passed(argument, parameter, name, function, &step)
            values += value
            names += value.map { _ in name }
            if !value.isEmpty, parameter.direction == .out || parameter.guess?.hasPrefix("_Outptr") == true {
                areNamed = true
            }
        }
        let behind = try arguments.dropFirst(parameters.count).map { argument throws(Diagnostic) in
            guard case .cast(let type, let value, _, _) = argument else { return try written(argument) }
            return object([(value == "null" ? "_In_opt_ \(type)" : type, value)])
        }
        guard areNamed else { return "[\(list(values + behind))]" }
        let members = zip(names, values).map { ($0, $1) } + (behind.isEmpty ? [] : [("...", "[\(list(behind))]")])
        return object(members)
    }

    /// The argument of a step that an argument in C is; none where the function hands something out there.
    func passed(
        _ argument: Argument, _ parameter: Parameter, _ name: String, _ function: ActionName, _ step: inout ShellStep
    ) throws(Diagnostic) -> [String] {
        switch argument {
        case .cast(_, _, let value, let range):
            return try passed(.value(value, range), parameter, name, function, &step)
        case .address(let saved, let place):
            return try passed(addressOf: saved, at: place, parameter, name, function, &step)
        case .value("null", let range):
            if parameter.direction == .out, !parameter.isOptional {
                throw Diagnostic(
                    .error, .usage, code: .usage(.shellLine), "\(name) may not be null, as it is declared",
                    at: range,
                    suggestion: "leave it out, and there is a place for what \(function) hands out there")
            }
            guard !parameter.isDirectionDeclared, !parameter.isOptional, parameter.type.isPointer else {
                return ["null"]
            }
            step.annotate(function, name, parameter.guess ?? "_In_opt_")
            return ["null"]
        case .value(let text, let range):
            // An object in memory, which the function writes to in the place of room that is made for the call.
            if parameter.direction != .out || isReference(text) { return [text] }
            throw Diagnostic(
                .error, .usage, code: .usage(.shellLine), "\(name) hands something out", at: range,
                suggestion: "write & and a new name to save it under, such as &x, or leave it out")
        }
    }

    /// The argument for `&x`, or none where `x` is only handed out.
    ///
    /// A pointer that nothing more is known of gets the same annotation whatever `x` is: of a value that it may be read
    /// and changed, of the place of a pointer that one is handed out there. A line that would mean more is refused.
    func passed(
        addressOf name: String, at place: SourceRange, _ parameter: Parameter, _ label: String,
        _ function: ActionName, _ step: inout ShellStep
    ) throws(Diagnostic) -> [String] {
        if let module = names.module(havingVariable: name) { return [referring(to: "&\(module.name).\(name)")] }
        let present = names.saved[name].map(referring) ?? names.defined[name]
        guard case .pointer(let target, let isConst) = parameter.type.canonical else {
            throw noAddress(name, at: place)
        }
        if target.isPointer, !isConst {
            return try passed(placeOfPointer: name, at: place, present, parameter, label, function, &step)
        }
        if names.isHandle(name) { throw noAddress(name, at: place) }
        if !parameter.isDirectionDeclared {
            if target.isOfOneByte { throw noRoom(label, function, at: place) }
            guard let words = parameter.guess else { throw noAddress(name, at: place) }
            step.annotate(function, label, words)
        } else if case .pointee = parameter.crossing {
            // It says what is passed.
        } else if parameter.direction == .out {
            // It says how much is handed out.
        } else {
            throw noAddress(name, at: place)
        }
        if isConst || parameter.isDirectionDeclared && parameter.direction == .in {
            guard let present else { throw unknown(name, at: place) }
            return [present]
        }
        step.saves.append(.init(name: name, path: "out.\(label)"))
        if parameter.direction == .out { return [] }
        guard let value = present ?? target.zero else { throw notThere(name, target, function, at: place) }
        return [value]
    }

    /// The argument for `&p` where a pointer is handed out. Nothing says whether one that is there is read, too.
    private func passed(
        placeOfPointer name: String, at place: SourceRange, _ present: String?, _ parameter: Parameter,
        _ label: String, _ function: ActionName, _ step: inout ShellStep
    ) throws(Diagnostic) -> [String] {
        let isGuess = !parameter.isDirectionDeclared || names.isGuessed(label, of: function)
        if isGuess, present != nil {
            throw Diagnostic(
                .error, .usage, code: .usage(.shellLine),
                "nothing says whether \(function) reads \(name), which is there already", at: place,
                suggestion:
                    "write another name; or declare the function: with _Outptr_ before \(label) where it hands out a "
                    + "pointer each time, with _Inout_ where it reads one, too, which then lies in an object: "
                    + "p = new \(parameter.type.target), and p is passed")
        }
        if !parameter.isDirectionDeclared {
            guard let words = parameter.guess else { throw noAddress(name, at: place) }
            step.annotate(function, label, words)
        }
        step.saves.append(.init(name: name, path: "out.\(label)"))
        if !parameter.isDirectionDeclared || parameter.direction == .out { return [] }
        guard let present else { throw unknown(name, at: place) }
        return [present]
    }

    func written(_ argument: Argument) throws(Diagnostic) -> String {
        switch argument {
        case .value(let text, _), .cast(_, _, let text, _): return text
        case .address(let name, let range):
            if let module = names.module(havingVariable: name) { return referring(to: "&\(module.name).\(name)") }
            throw noAddress(name, at: range)
        }
    }

    func undeclared(_ function: ActionName, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            .error, .usage, code: .usage(.shellLine), "the function \(function) is not declared", at: range,
            suggestion: "type its C declaration with a ; at its end")
    }

    private func noRoom(_ label: String, _ function: ActionName, at place: SourceRange) -> Diagnostic {
        Diagnostic(
            .error, .usage, code: .usage(.shellLine),
            "nothing says for how many bytes \(label) of \(function) has room", at: place,
            suggestion: "declare the function, with _Out_writes_(count) before this parameter")
    }

    private func notThere(
        _ name: String, _ type: CType, _ function: ActionName, at place: SourceRange
    ) -> Diagnostic {
        Diagnostic(
            .error, .usage, code: .usage(.shellLine), "\(name) is no value yet, and \(function) may read it", at: place,
            suggestion: "make it before: \(name) = new \(type); then pass \(name)")
    }

    func noAddress(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            .error, .usage, code: .usage(.shellLine), "nothing here hands something out", at: range,
            suggestion: names.isHandle(name) ? "write \(name), which is a pointer already" : "write a value")
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
            } else if label == nil, let cast = try takeCast() {
                written.append(cast)
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

extension Parameter {
    /// The annotation of a pointer that is declared as no more than that; nil where nothing can be said of it.
    fileprivate var guess: String? {
        guard !isDirectionDeclared, case .pointer(let target, let isConst) = type.canonical else { return nil }
        switch target.canonical {
        case .pointer: return isConst ? nil : "_Outptr_opt_result_maybenull_"
        case .void, .function, .array: return nil
        case .record(let record) where record.members == nil: return nil
        default: return target.isOfOneByte ? nil : isConst ? "_In_opt_" : "_Inout_opt_"
        }
    }
}

extension CType {
    fileprivate var isOfOneByte: Bool { if case .integer(let type) = canonical { type.size == 1 } else { false } }

    /// The value of a number that nobody has set, in JSON; nil for other types.
    fileprivate var zero: String? {
        switch canonical {
        case .bool: "false"
        case .integer, .floating, .enumeration: "0"
        default: nil
        }
    }
}
