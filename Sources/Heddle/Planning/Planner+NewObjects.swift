// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

extension Planner {
    func newAction(of step: Step) throws -> Action {
        let name = step.call.value
        let takesValue = if case .positional(let values) = step.arguments { !values.isEmpty } else { false }
        let (type, module) = try type(written: MemoryOperation.new.target(of: name), at: step.call.range)
        return try calls.memory.action(name, takesValue ? type : .pointer(to: type, isConst: false), besides: nil) {
            () throws(Unsupported) in
            try .making(
                type, named: name, of: type.isEverybodys ? nil : module?.library,
                constants: module?.constants ?? ConstantNames(), takesValue: takesValue, calls: host.engine)
        }
    }

    /// The type of a text in a step, and the module that declares it.
    func type(written text: String, at range: SourceRange) throws(Diagnostic) -> (CType, Module?) {
        let named = modules.all.filter { text.hasPrefix($0.name + ".") }.max { $0.name.count < $1.name.count }
        if let named {
            let type = try type(String(text.dropFirst(named.name.count + 1)), in: named.scope, at: range)
            return (type, named)
        }
        var found: [(type: CType, module: Module)] = []
        var refusal: Diagnostic?
        for module in modules.all {
            do throws(Diagnostic) {
                found.append((try type(text, in: module.scope, at: range), module))
            } catch {
                refusal = refusal ?? error
            }
        }
        guard let first = found.first else {
            if let refusal { throw refusal }
            return (try type(text, in: DeclarationScope(), at: range), nil)
        }
        if first.type.isEverybodys { return first }
        if let other = found.first(where: { $0.module.library.path != first.module.library.path }) {
            throw Diagnostic(
                code: .call(.step),
                "the type \(range.excerpt) is declared by \(first.module.name) and by \(other.module.name)", at: range,
                suggestion: "write \(first.module.name).\(text) or \(other.module.name).\(text)")
        }
        return first
    }

    private func type(
        _ text: String, in scope: DeclarationScope, at range: SourceRange
    ) throws(Diagnostic) -> CType {
        do throws(Diagnostic) {
            let type = try scope.type(spelled: text)
            if let unknown = scope.undeclaredRecord(in: type) {
                throw Diagnostic(
                    code: .call(.step), "no module declares \(unknown)", at: range,
                    suggestion: didYouMean(unknown, among: scope.recordNames))
            }
            if type.canonical == .void {
                throw Diagnostic(
                    code: .call(.step), "void is no type of an object", at: range,
                    suggestion: "memory of so many bytes is an array of them, such as uint8_t[64]")
            }
            guard type.hasKnownSize else {
                throw Diagnostic(
                    code: .call(.step), "the size of \(type) is not declared, so that no object of it can be made",
                    at: range,
                    suggestion:
                        "declare the structure with its members, or make a pointer to one that the library makes: "
                        + "{\"new\": \"\(type) *\"}")
            }
            return type
        } catch {
            if error.code == .declaration(.unsupported), text.contains("[") {
                throw Diagnostic(
                    code: .call(.step), "the size of \(range.excerpt) is not known before the run", at: range,
                    suggestion: "write a number, or a constant that C has there, such as int[16]")
            }
            // It stands in a text of its own.
            throw Diagnostic(
                code: error.code, error.message, at: range, label: error.label, suggestion: error.suggestion)
        }
    }
}

extension CType {
    /// True for what every library declares alike, since no name that a library has given is in it.
    fileprivate var isEverybodys: Bool {
        switch canonical {
        case .void, .bool, .integer, .floating, .complex: true
        case .array(let element, _): element.isEverybodys
        case .pointer(let target, _): target.isEverybodys
        case .record, .enumeration, .function, .aligned, .named: false
        }
    }
}
