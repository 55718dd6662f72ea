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
///     puts(strdup("hi"))
struct ShellNotation {
    let source: SourceText
    let names: ShellNames
    var position = 0
    /// The number of values around the one that is read.
    var depth = 0
    static let deepest = 200
    /// The calls among the values of the line, in the order in which they are made.
    var inner: [ShellStep] = []

    private init(_ source: SourceText, _ names: ShellNames) {
        self.source = source
        self.names = names
    }

    /// Reads a line.
    ///
    /// - Throws: why it is none, with the place in the line.
    static func read(_ line: String, at place: ShellPlace, _ names: ShellNames) throws(Diagnostic) -> ShellLine {
        let text = line.trimmingShellSpace
        guard let first = text.utf8.first, first != UInt8(ascii: "#"), !text.hasPrefix("//") else { return .nothing }
        if first == UInt8(ascii: "."), let word = text.dropFirst().first, word.isLetter {
            let parts = text.dropFirst().split(separator: " ", maxSplits: 1)
            return .order(String(parts[0]), parts.count > 1 ? String(parts[1]).trimmingShellSpace : "")
        }
        if first == UInt8(ascii: "{") { return .step(ShellStep(json: text, isTyped: true)) }
        var reader = ShellNotation(SourceText(name: place.line, text), names)
        let line = try reader.line()
        if reader.inner.isEmpty { return line }
        guard case .step(var step) = line else {
            throw reader.wrong("a call among values stands in a call, or in what is written to a place", at: 0)
        }
        step.inner = reader.inner
        return .step(step)
    }

    // MARK: Lines

    mutating func line() throws(Diagnostic) -> ShellLine {
        let start = position
        if peek == UInt8(ascii: "*") { return .step(try place(saving: nil)) }
        if peek == UInt8(ascii: "(") || peek == UInt8(ascii: "&") { return .step(try read(saving: nil)) }
        guard let name = takeName() else { throw wrong("expected a call such as cos(0), or a name") }
        skipSpace()
        if name == "new" { throw wrong("the object needs a name: p = new int", at: start) }
        // A parenthesis may follow the type: int (*choose(void))(int);
        let isType = name.isAnnotation || DeclarationScope.isWordOfTypes(name)
        if isType || peek.map(\.beginsDeclarator) == true { return .declaration(text) }
        if peek == UInt8(ascii: "="), peek(1) != UInt8(ascii: "=") {
            position += 1
            skipSpace()
            if ShellNames.words.contains(name) || names.isConstant(name) {
                throw wrong("\(name) is a value, and cannot name another one", at: start)
            }
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
    mutating func value(named name: String) throws(Diagnostic) -> ShellLine? {
        let start = position
        if let known = try knownValue(of: name) { return .known(known) }
        guard names.leadsIntoMemory(name),
            let reference = Reference(try reference())
        else { return nil }
        let isAll = (try? end()) != nil
        position = start
        if !isAll { return nil }
        if names.saved[name] == nil { return .step(try read(saving: nil)) }
        return .value(reference, reference.isWhole ? nil : try read(saving: nil))
    }

    /// The value of a line that is the name of a constant, or of a value that a line has defined; nil for other lines.
    private mutating func knownValue(of name: String) throws(Diagnostic) -> Value? {
        guard names.saved[name] == nil, names.module(havingVariable: name) == nil else { return nil }
        let start = position
        defer { position = start }
        _ = takeName()
        guard (try? end()) != nil else { return nil }
        if let json = names.defined[name] { return try? Value.read(SourceText(name: name, json)) }
        return names.constant(name)?.value
    }

    /// A value that no step has to make; nil where something else stands.
    mutating func definedValue() throws(Diagnostic) -> String? {
        let start = position
        guard let byte = peek else { return nil }
        if byte.beginsName {
            let word = takeName() ?? ""
            position = start
            let isValue = ["NULL", "true", "false"].contains(word)
            guard isValue || names.isConstant(word) || names.defined[word] != nil else { return nil }
        } else if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "(") || byte == UInt8(ascii: "*") {
            return nil
        }
        let value = try value()
        try end()
        return value
    }

    /// Reads the part of a line behind `name =`.
    mutating func assigned(_ name: String, at range: SourceRange) throws(Diagnostic) -> ShellStep {
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
        let places = [UInt8(ascii: "("), UInt8(ascii: "&"), UInt8(ascii: "*")]
        if let first = peek, places.contains(first) { return try read(saving: name) }
        guard let first = peek, first.beginsName else {
            throw wrong("expected a call, a place such as p->x, or new and a type")
        }
        let word = takeName() ?? ""
        if position == source.bytes.count, !names.modules(having: word).isEmpty {
            throw wrong("\(word) is a function: write \(word)(…) to call it", at: start)
        }
        position = start
        return try callOrPlace(saving: name)
    }

    mutating func callOrPlace(saving name: String?) throws(Diagnostic) -> ShellStep {
        let start = position
        let first = takeName() ?? ""
        // A dot leads to the function of a module, or into a value.
        if names.saved[first] == nil, names.module(first) != nil, peek == UInt8(ascii: ".") {
            position += 1
            let (place, member) = (position, takeName() ?? "")
            let path = takePath()
            skipSpace()
            if peek == UInt8(ascii: "(") {
                if member.isEmpty { throw wrong("expected a function of \(first)", at: place) }
                if path.isEmpty, names.module(first)?.variableNames.contains(member) != true {
                    return try call(ActionName(module: first, action: member), saving: name)
                }
                position = start
                return try call(through: try reference(), saving: name)
            }
        } else {
            skipSpace()
            if peek == UInt8(ascii: "("), !names.isPointerCalled(first) {
                return try call(try qualified(first, at: range(from: start, first.utf8.count)), saving: name)
            }
            let path = takePath()
            let length = position - start
            skipSpace()
            if peek == UInt8(ascii: "("), names.leadsIntoMemory(first) {
                position = start
                return try call(through: try reference(), saving: name)
            }
            let compares = [UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">")]
            if let byte = peek, compares.contains(byte), names.isKnown(first) {
                throw Diagnostic(
                    .error, .usage, code: .usage(.shellLine),
                    "\(first)\(path) is a value, and a line compares what it calls or reads",
                    at: range(from: start, length),
                    suggestion: "compare it where it comes from, as in f(…)\(path) == 9; \(first)\(path) alone shows it"
                )
            }
        }
        position = start
        return try place(saving: name)
    }

    /// The function of a plain name, with its module.
    func qualified(_ function: String, at range: SourceRange) throws(Diagnostic) -> ActionName {
        let having = names.modules(having: function)
        if having.count > 1 {
            let all = having.map { "\($0.name).\(function)" }
            throw Diagnostic(
                .error, .usage, code: .usage(.shellLine),
                "\(having.count) modules have a function \(function)", at: range,
                suggestion: "say which: \(all.joined(separator: ", "))")
        }
        if let module = having.first { return ActionName(module: module.name, action: function) }
        for module in names.modules {
            guard let refusal = module.refusal(of: function) else { continue }
            throw Diagnostic(
                .error, .usage, code: .usage(.shellLine), refusal, at: range,
                suggestion: refusal.hasSuffix("which can be called")
                    ? nil : "bind it by heddle bind --inline, if it is an inline function or a macro")
        }
        let known = names.modules.flatMap { Array($0.callableNames) }
        let loaded = names.modules.map(\.name).joined(separator: ", ")
        throw Diagnostic(
            .error, .usage, code: .usage(.shellLine), "no module has a function \(function); loaded: \(loaded)",
            at: range,
            suggestion: didYouMean(function, among: known) ?? ".load FILE loads another library")
    }
}
