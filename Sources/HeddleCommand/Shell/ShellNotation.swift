// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleBehaviour
import HeddleDeclarations
import HeddleDiagnostics

/// Reads a line of `heddle shell`: a call as C writes it, an operation in memory, or a step in JSON.
///
///     s = cairo_image_surface_create(CAIRO_FORMAT_A8, 8, 8)
///     cairo_surface_status(s) == "CAIRO_STATUS_SUCCESS"
///     p = new struct point
///     p->x = 3
///     p->x
struct ShellNotation {
    private let source: SourceText
    private let names: ShellNames
    private var position = 0
    /// How many values stand around the one that is read.
    private var depth = 0
    private static let deepest = 200

    private init(_ source: SourceText, _ names: ShellNames) {
        self.source = source
        self.names = names
    }

    /// Reads a line.
    ///
    /// - Throws: why it is none, with the place in the line.
    static func read(_ line: String, _ names: ShellNames) throws(Diagnostic) -> ShellLine {
        let text = line.trimmingShellSpace
        guard let first = text.utf8.first, first != UInt8(ascii: "#"), !text.hasPrefix("//") else { return .nothing }
        if first == UInt8(ascii: "."), let word = text.dropFirst().first, word.isLetter {
            let parts = text.dropFirst().split(separator: " ", maxSplits: 1)
            return .order(String(parts[0]), parts.count > 1 ? String(parts[1]).trimmingShellSpace : "")
        }
        if first == UInt8(ascii: "{") { return .step(ShellStep(json: text, isTyped: true)) }
        var reader = ShellNotation(SourceText(name: "line", text), names)
        return try reader.line()
    }

    // MARK: Lines

    private mutating func line() throws(Diagnostic) -> ShellLine {
        let start = position
        if peek == UInt8(ascii: "(") || peek == UInt8(ascii: "&") { return .step(try read(saving: nil)) }
        guard let name = takeName() else { throw wrong("expected a call such as cos(0), or a name") }
        skipSpace()
        if name.isAnnotation || peek.map(\.beginsDeclarator) == true { return .declaration(text) }
        if peek == UInt8(ascii: "="), peek(1) != UInt8(ascii: "=") {
            position += 1
            skipSpace()
            if names.module(havingVariable: name) != nil {
                position = start
                return .step(try place(saving: nil))
            }
            if let value = try definedValue() { return .definition(name, value) }
            return .step(try assigned(name, at: range(from: start, name.utf8.count)))
        }
        position = start
        if let value = try value(named: name) { return value }
        return .step(try callOrPlace(saving: nil))
    }

    /// A line that only names a saved value, or a part of one.
    private mutating func value(named name: String) throws(Diagnostic) -> ShellLine? {
        let start = position
        guard names.saved[name] != nil || names.module(havingVariable: name) != nil,
            let reference = Reference(try reference())
        else { return nil }
        let isAll = (try? end()) != nil
        position = start
        if !isAll { return nil }
        if names.saved[name] == nil { return .step(try read(saving: nil)) }
        return .value(reference, reference.isWhole ? nil : try read(saving: nil))
    }

    /// A value that no step has to make; nil where something else stands.
    private mutating func definedValue() throws(Diagnostic) -> String? {
        let start = position
        guard let byte = peek else { return nil }
        if byte.beginsName {
            let word = takeName() ?? ""
            position = start
            let isValue = ["NULL", "true", "false"].contains(word)
            guard isValue || names.isConstant(word) || names.defined[word] != nil else { return nil }
        } else if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "(") {
            return nil
        }
        let value = try value()
        try end()
        return value
    }

    /// What stands behind `name =`.
    private mutating func assigned(_ name: String, at range: SourceRange) throws(Diagnostic) -> ShellStep {
        guard PartPath.canBeName(name), names.module(name) == nil else {
            throw Diagnostic(
                .error, .usage, code: .usage(.shellLine), "\(name) is a module, and cannot name a value", at: range)
        }
        let start = position
        if takeName() == "new", peek.map(\.isShellSpace) == true {
            var type = rest.trimmingShellSpace
            if type.hasSuffix(";") { type = String(type.dropLast()).trimmingShellSpace }
            if let module = names.firstModule(declaring: type) { type = "\(module.name).\(type)" }
            position = source.bytes.count
            return ShellStep(json: object([("new", Value.string(type).json)]), saves: [.init(name: name)])
        }
        position = start
        if peek == UInt8(ascii: "(") || peek == UInt8(ascii: "&") { return try read(saving: name) }
        guard let first = peek, first.beginsName else {
            throw wrong("expected a call, a place such as p->x, or new and a type")
        }
        return try callOrPlace(saving: name)
    }

    private mutating func callOrPlace(saving name: String?) throws(Diagnostic) -> ShellStep {
        let start = position
        let first = takeName() ?? ""
        // A dot leads to the function of a module, or into a value.
        if names.saved[first] == nil, names.module(first) != nil, peek == UInt8(ascii: ".") {
            position += 1
            let (place, member) = (position, takeName() ?? "")
            skipSpace()
            if peek == UInt8(ascii: "(") {
                if member.isEmpty { throw wrong("expected a function of \(first)", at: place) }
                return try call("\(first).\(member)", saving: name)
            }
        } else {
            skipSpace()
            if peek == UInt8(ascii: "(") {
                return try call(try qualified(first, at: range(from: start, first.utf8.count)), saving: name)
            }
        }
        position = start
        return try place(saving: name)
    }

    /// The function of a plain name, with its module.
    private func qualified(_ function: String, at range: SourceRange) throws(Diagnostic) -> String {
        let having = names.modules(having: function)
        if having.count > 1 {
            let all = having.map { "\($0.name).\(function)" }
            throw Diagnostic(
                .error, .usage, code: .usage(.shellLine),
                "\(having.count) modules have a function \(function)", at: range,
                suggestion: "say which: \(all.joined(separator: ", "))")
        }
        if let module = having.first { return "\(module.name).\(function)" }
        let known = names.modules.flatMap { Array($0.callableNames) }
        let loaded = names.modules.map(\.name).joined(separator: ", ")
        throw Diagnostic(
            .error, .usage, code: .usage(.shellLine), "no module has a function \(function); loaded: \(loaded)",
            at: range,
            suggestion: didYouMean(function, among: known) ?? ".load FILE loads another library")
    }

    private mutating func call(_ function: String, saving name: String?) throws(Diagnostic) -> ShellStep {
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
        let part = part(of: signature)
        if let condition = try condition() { members.append(("expect", object([(part, condition)]))) }
        try end()
        step.json = object(members)
        if let name { step.saves.append(.init(name: name, path: part)) }
        return step
    }

    private func signature(of function: String) -> Signature? {
        let parts = function.split(separator: ".", maxSplits: 1).map(String.init)
        return names.module(parts[0])?.signature(of: parts[1])
    }

    /// The part of a call's outcome that stands behind it: an out-parameter, a part of the result, or what every call
    /// has.
    private mutating func part(of signature: Signature?) -> String {
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
    private enum Argument {
        case value(String, SourceRange)
        /// `&name`, which C passes where a function hands something out.
        case address(String, SourceRange)
    }

    /// The arguments that a step has, of those that a call in C has: there each parameter has one.
    ///
    /// - Parameter step: gets what is saved, and what `&` and `NULL` say of parameters.
    private func placed(
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
    private func passed(
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
    private func passed(
        addressOf name: String, at place: SourceRange, _ parameter: Parameter, _ label: String, _ function: String,
        _ step: inout ShellStep
    ) throws(Diagnostic) -> [String] {
        if let module = names.module(havingVariable: name) { return [referring(to: "&\(module.name).\(name)")] }
        let present = names.saved[name].map(referring) ?? names.defined[name]
        var direction = parameter.direction
        if direction == .in {
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

    private func written(_ argument: Argument) throws(Diagnostic) -> String {
        switch argument {
        case .value(let text, _): return text
        case .address(let name, let range):
            if let module = names.module(havingVariable: name) { return referring(to: "&\(module.name).\(name)") }
            throw noAddress(name, at: range)
        }
    }

    private func undeclared(_ function: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            .error, .usage, code: .usage(.shellLine), "the function \(function) is not declared", at: range,
            suggestion: "type its C declaration with a ; at its end")
    }

    private func noAddress(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            .error, .usage, code: .usage(.shellLine), "no parameter here hands something out", at: range,
            suggestion: names.saved[name] == nil
                ? "write a value" : "write \(name), which is a pointer already if it was made by new")
    }

    /// The arguments up to the parenthesis, by position or by name.
    private mutating func arguments() throws(Diagnostic) -> (written: [Argument], areNamed: Bool) {
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
    private mutating func takeAddress() -> Argument? {
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
    private mutating func takeLabel() -> String? {
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

    // MARK: Places

    /// A place to read or to write.
    private mutating func place(saving name: String?) throws(Diagnostic) -> ShellStep {
        let start = position
        let reference = try reference()
        skipSpace()
        if name == nil, peek == UInt8(ascii: "="), peek(1) != UInt8(ascii: "=") {
            position += 1
            skipSpace()
            let value = try value()
            try end()
            return ShellStep(json: object([("write", Value.string(reference).json), ("value", value)]))
        }
        position = start
        return try read(saving: name)
    }

    private mutating func read(saving name: String?) throws(Diagnostic) -> ShellStep {
        var members = [("read", Value.string(try reference()).json)]
        if let condition = try condition() { members.append(("expect", "{ \"result\": \(condition) }")) }
        try end()
        return ShellStep(json: object(members), saves: name.map { [.init(name: $0)] } ?? [])
    }

    /// A saved value, the way to a part of it, and what stands before it: `&p->corners[1].x`, `(struct pixel *)p`.
    private mutating func reference() throws(Diagnostic) -> String {
        var text = ""
        if take(UInt8(ascii: "(")) {
            guard let end = source.bytes[position...].firstIndex(of: UInt8(ascii: ")")) else {
                throw wrong("expected a type and ) behind (")
            }
            text = "(\(String(decoding: source.bytes[position..<end], as: UTF8.self)))"
            position = end + 1
            skipSpace()
        }
        if take(UInt8(ascii: "&")) { text += "&" }
        let start = position
        guard let head = takeName() else { throw wrong("expected a saved value") }
        if let saved = names.saved[head] {
            text += saved
        } else if let module = names.module(havingVariable: head) {
            text += "\(module.name).\(head)"
        } else if names.module(head) != nil {
            text += head
        } else {
            throw unknown(head, at: range(from: start, head.utf8.count))
        }
        return text + takePath()
    }

    private mutating func takePath() -> String {
        let start = position
        while let byte = peek {
            if byte == UInt8(ascii: "."), peek(1)?.beginsName == true {
                position += 1
            } else if byte == UInt8(ascii: "-"), peek(1) == UInt8(ascii: ">") {
                position += 2
            } else if byte == UInt8(ascii: "["),
                let end = source.bytes[position...].firstIndex(of: UInt8(ascii: "]"))
            {
                position = end + 1
                continue
            } else {
                break
            }
            _ = takeName()
        }
        return String(decoding: source.bytes[start..<position], as: UTF8.self)
    }

    // MARK: Conditions

    /// A comparison of the result, as the value of an expectation.
    private mutating func condition() throws(Diagnostic) -> String? {
        skipSpace()
        let operators: [(text: String, name: String?)] = [
            ("==", nil), ("!=", "ne"), ("<=", "le"), (">=", "ge"), ("<", "lt"), (">", "gt"),
        ]
        guard let found = operators.first(where: { rest.hasPrefix($0.text) }) else { return nil }
        position += found.text.utf8.count
        skipSpace()
        let value = try value()
        return found.name.map { "{ \"\($0)\": \(value) }" } ?? value
    }

    // MARK: Values

    private mutating func value() throws(Diagnostic) -> String {
        skipSpace()
        guard let byte = peek else { throw wrong("expected a value") }
        if depth == Self.deepest { throw wrong("a value has \(Self.deepest) levels at most") }
        depth += 1
        defer { depth -= 1 }
        switch byte {
        case UInt8(ascii: "\""): return Value.string(try quoted()).json
        case UInt8(ascii: "'"): return try character()
        case UInt8(ascii: "["): return try elements()
        case UInt8(ascii: "{"): return try members()
        case UInt8(ascii: "&"), UInt8(ascii: "("): return referring(to: try reference())
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), 0x30...0x39: return try number()
        case _ where byte.beginsName: return try word()
        default: throw wrong("expected a value: a number, a text in \"\", a name, [..] or {..}")
        }
    }

    private func referring(to place: String) -> String { object([("ref", Value.string(place).json)]) }

    /// A function as the value of a callback.
    private func function(_ name: String) -> String { object([("action", Value.string(name).json)]) }

    /// A name: a saved value with the way to its part, a function, or constants.
    private mutating func word() throws(Diagnostic) -> String {
        let start = position
        guard let name = takeName() else { throw wrong("expected a name") }
        if let value = names.defined[name] { return value }
        if names.saved[name] != nil || names.module(havingVariable: name) != nil {
            position = start
            return referring(to: try reference())
        }
        if let module = names.module(name), peek == UInt8(ascii: ".") {
            position += 1
            let member = takeName() ?? ""
            if module.signature(of: member) != nil { return function("\(name).\(member)") }
            position = start
            return referring(to: try reference())
        }
        switch name {
        case "true", "false", "null": return name
        case "NULL": return "null"
        case "NaN", "Infinity": return Value.string(name).json
        default: break
        }
        if !names.isConstant(name) {
            guard names.modules.contains(where: { $0.signature(of: name) != nil }) else {
                throw unknown(name, at: range(from: start, name.utf8.count))
            }
            return function(try qualified(name, at: range(from: start, name.utf8.count)))
        }
        var flags = [name]
        while true {
            skipSpace()
            guard take(UInt8(ascii: "|")) else { return Value.string(flags.joined(separator: "|")).json }
            skipSpace()
            let start = position
            guard let next = takeName() else { throw wrong("expected a constant") }
            if !names.isConstant(next) { throw unknown(next, at: range(from: start, next.utf8.count)) }
            flags.append(next)
        }
    }

    private mutating func number() throws(Diagnostic) -> String {
        let start = position
        let isNegative = take(UInt8(ascii: "-"))
        if !isNegative { _ = take(UInt8(ascii: "+")) }
        if peek == UInt8(ascii: "I"), takeName() == "Infinity" { return "\"-Infinity\"" }
        let digits = position
        while let byte = peek, byte.isInNumber || isSign(behind: digits) { position += 1 }
        var text = String(decoding: source.bytes[digits..<position], as: UTF8.self)
        let isHexadecimal = text.hasPrefix("0x") || text.hasPrefix("0X")
        while let last = text.last, "uUlL".contains(last) || !isHexadecimal && "fF".contains(last) { text.removeLast() }
        let sign = isNegative ? "-" : ""
        if isHexadecimal, let whole = UInt64(text.dropFirst(2), radix: 16) { return "\(sign)\(whole)" }
        if text.hasPrefix(".") { text = "0" + text }
        if text.hasSuffix(".") { text += "0" }
        if text.count > 1, text.hasPrefix("0"), let whole = UInt64(text, radix: 8) { return "\(sign)\(whole)" }
        let isPlain = text == "0" || !text.hasPrefix("0") || text.hasPrefix("0.") || text.hasPrefix("0e")
        guard isPlain, case .number? = try? Value.read(SourceText(name: "number", text)) else {
            let length = position - start
            position = start
            throw Diagnostic(
                .error, .usage, code: .usage(.shellLine), "this is no number, expected one such as 12, -0.5 or 0xff",
                at: range(from: start, max(length, 1)))
        }
        return sign + text
    }

    /// The sign of an exponent.
    private func isSign(behind start: Int) -> Bool {
        guard let byte = peek, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+"), position > start else {
            return false
        }
        return source.bytes[position - 1] | 0x20 == UInt8(ascii: "e")
            && !(source.bytes[start] == UInt8(ascii: "0") && source.bytes.count > start + 1
                && source.bytes[start + 1] | 0x20 == UInt8(ascii: "x"))
    }

    private mutating func character() throws(Diagnostic) -> String {
        let text = try quoted()
        guard text.unicodeScalars.count == 1, let scalar = text.unicodeScalars.first else {
            throw wrong("expected one character between '")
        }
        return "\(scalar.value)"
    }

    /// A text in quotes, with the escapes of C and of JSON.
    private mutating func quoted() throws(Diagnostic) -> String {
        let start = position
        let quote = source.bytes[position]
        position += 1
        var bytes: [UInt8] = []
        while let byte = peek, byte != quote {
            position += 1
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            bytes += try escaped()
        }
        guard take(quote) else {
            position = start
            throw wrong("the text has no end")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 0x0a, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0d, UInt8(ascii: "a"): 0x07,
        UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0c, UInt8(ascii: "v"): 0x0b, UInt8(ascii: "e"): 0x1b,
        UInt8(ascii: "\\"): UInt8(ascii: "\\"), UInt8(ascii: "\""): UInt8(ascii: "\""),
        UInt8(ascii: "'"): UInt8(ascii: "'"), UInt8(ascii: "?"): UInt8(ascii: "?"),
        UInt8(ascii: "/"): UInt8(ascii: "/"),
    ]

    /// The bytes of an escape, behind its backslash.
    private mutating func escaped() throws(Diagnostic) -> [UInt8] {
        let start = position
        let mark = peek ?? 0
        if let byte = Self.escapes[mark] {
            position += 1
            return [byte]
        }
        if let byte = takeDigits(radix: 8, atMost: 3), byte < 0x80 { return [UInt8(byte)] }
        position = start + 1
        switch mark {
        case UInt8(ascii: "x"): if let byte = takeDigits(radix: 16, atMost: 2), byte < 0x80 { return [UInt8(byte)] }
        case UInt8(ascii: "u"):
            if let code = takeDigits(radix: 16, atMost: 4), let scalar = Unicode.Scalar(code) {
                return Array(String(scalar).utf8)
            }
        case UInt8(ascii: "U"):
            if let code = takeDigits(radix: 16, atMost: 8), let scalar = Unicode.Scalar(code) {
                return Array(String(scalar).utf8)
            }
        default: break
        }
        position = start
        throw wrong("unknown escape; bytes beyond \\x7f are no text: write {\"hex\": \"ff00\"} in place of it")
    }

    private mutating func takeDigits(radix: Int, atMost count: Int) -> UInt32? {
        let start = position
        while position < start + count, let byte = peek, byte.hexDigitValue.map({ $0 < radix }) == true {
            position += 1
        }
        return UInt32(String(decoding: source.bytes[start..<position], as: UTF8.self), radix: radix)
    }

    private mutating func elements() throws(Diagnostic) -> String {
        position += 1
        var elements: [String] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return "[]" }
        while true {
            elements.append(try value())
            skipSpace()
            if take(UInt8(ascii: "]")) { return "[\(list(elements))]" }
            guard take(UInt8(ascii: ",")) else { throw wrong("expected , or ]") }
        }
    }

    private mutating func members() throws(Diagnostic) -> String {
        position += 1
        var members: [(String, String)] = []
        skipSpace()
        if take(UInt8(ascii: "}")) { return "{}" }
        while true {
            skipSpace()
            let isDesignated = take(UInt8(ascii: "."))
            let name = peek == UInt8(ascii: "\"") ? try quoted() : takeName()
            guard let name else { throw wrong("expected the name of a field") }
            skipSpace()
            guard take(isDesignated ? UInt8(ascii: "=") : UInt8(ascii: ":")) else {
                throw wrong("expected \(isDesignated ? "=" : ":")")
            }
            members.append((name, try value()))
            skipSpace()
            if take(UInt8(ascii: "}")) { return object(members) }
            guard take(UInt8(ascii: ",")) else { throw wrong("expected , or }") }
        }
    }

    // MARK: JSON

    private func object(_ members: [(String, String)]) -> String {
        "{ \(list(members.map { "\(Value.string($0.0).json): \($0.1)" })) }"
    }

    private func list(_ parts: [String]) -> String { parts.joined(separator: ", ") }

    // MARK: Text

    private var text: String { String(decoding: source.bytes, as: UTF8.self) }
    private var rest: String { String(decoding: source.bytes[position...], as: UTF8.self) }
    private var peek: UInt8? { peek(0) }

    private func peek(_ distance: Int) -> UInt8? {
        let index = position + distance
        return index < source.bytes.count ? source.bytes[index] : nil
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() { while let byte = peek, byte.isShellSpace { position += 1 } }

    /// An identifier of C.
    private mutating func takeName() -> String? {
        guard let first = peek, first.beginsName else { return nil }
        let start = position
        while let byte = peek, byte.continuesName { position += 1 }
        return String(decoding: source.bytes[start..<position], as: UTF8.self)
    }

    /// A semicolon, as C ends a line, or nothing.
    private mutating func end() throws(Diagnostic) {
        skipSpace()
        _ = take(UInt8(ascii: ";"))
        skipSpace()
        if peek == UInt8(ascii: "#") || rest.hasPrefix("//") { position = source.bytes.count }
        if position < source.bytes.count { throw wrong("expected the end of the line") }
    }

    // MARK: Mistakes

    private func range(from start: Int, _ count: Int) -> SourceRange { SourceRange(source, start..<start + count) }

    private func wrong(_ message: String, at place: Int? = nil) -> Diagnostic {
        let place = place ?? position
        let count = place < source.bytes.count ? 1 : 0
        return Diagnostic(
            .error, .usage, code: .usage(.shellLine), message, at: range(from: place, count),
            suggestion: ".help shows what a line can be")
    }

    private func unknown(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            .error, .usage, code: .usage(.shellLine),
            "\(name) is no saved value, no constant and no function of a module", at: range,
            suggestion: didYouMean(name, among: names.all) ?? "a text stands in quotes: \"\(name)\"")
    }
}

extension CType {
    /// The type of the value that a pointer points to; nil where that is none which could be handed out.
    fileprivate var valueBehind: CType? {
        guard case .pointer(let target, _) = canonical else { return nil }
        switch target.canonical {
        case .void, .function, .array: return nil
        case .record(let record) where record.members == nil: return nil
        default: return target.canonical
        }
    }

    fileprivate var isOfOneByte: Bool { if case .integer(let type) = canonical { type.size == 1 } else { false } }
}

extension String {
    /// Without the space at both ends.
    fileprivate var trimmingShellSpace: String {
        let start = utf8.firstIndex { !$0.isShellSpace } ?? endIndex
        let end = utf8.lastIndex { !$0.isShellSpace }.map(utf8.index(after:)) ?? start
        return String(self[start..<end])
    }

    /// True for a word such as `_In_reads_`, with which declarations begin.
    fileprivate var isAnnotation: Bool {
        hasPrefix("_") && hasSuffix("_") && count > 2 && dropFirst().first?.isUppercase == true
    }
}

extension UInt8 {
    fileprivate var isShellSpace: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
    fileprivate var hexDigitValue: Int? { Character(Unicode.Scalar(self)).hexDigitValue }
    fileprivate var beginsName: Bool {
        (0x41...0x5a).contains(self) || (0x61...0x7a).contains(self) || self == UInt8(ascii: "_") || self >= 0x80
    }
    fileprivate var continuesName: Bool { beginsName || (0x30...0x39).contains(self) }
    /// True behind the first word of a declaration alone.
    fileprivate var beginsDeclarator: Bool { beginsName || self == UInt8(ascii: "*") || self == UInt8(ascii: "{") }
    fileprivate var isInNumber: Bool { continuesName && self < 0x80 || self == UInt8(ascii: ".") }
}
