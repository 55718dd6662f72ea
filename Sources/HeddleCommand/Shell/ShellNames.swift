// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations

/// The meaning of the names in a line of `heddle shell`.
struct ShellNames {
    /// The modules, in the order in which they were loaded.
    var modules: [Module] = []
    /// The sources of the modules, in the same order.
    var sources: [ShellModule] = []
    /// The names under which the behaviour has saved values, by those of the shell. A name that is used again stands
    /// for another value, which the behaviour saves under a name of its own.
    private(set) var saved: [String: String] = [:]
    /// Values in JSON, by the names that lines have given them.
    private(set) var defined: [String: String] = [:]
    /// The names of the shell whose values are handles.
    private var handles: Set<String> = []
    /// All names that the behaviour has saved values under.
    private(set) var taken: Set<String> = []
    /// The words that are values, or begin a line of their own.
    static let words: Set = ["NULL", "null", "true", "false", "NaN", "Infinity", "new"]

    /// The module of a name.
    func module(_ name: String) -> Module? { modules.first { $0.name == name } }

    /// The modules that have a function of a name: those that declare it, or else those whose library exports it.
    func modules(having function: String) -> [Module] {
        let declaring = modules.filter { $0.signature(of: function) != nil }
        return declaring.isEmpty ? modules.filter { $0.library.defines(function) } : declaring
    }

    /// The first module that declares a type; nil where none or one alone does, and for types of C itself.
    func firstModule(declaring type: String) -> Module? {
        if (try? DeclarationScope().type(spelled: type))?.hasKnownSize == true { return nil }
        let declaring = modules.filter { (try? $0.scope.type(spelled: type))?.hasKnownSize == true }
        return declaring.count > 1 ? declaring[0] : nil
    }

    /// Returns whether a module declares a type of a name.
    func isType(_ name: String) -> Bool { modules.contains { $0.scope.type(named: name) != nil } }

    /// The type of a text such as `struct thing *`, by C itself or by a module; nil where there is none.
    func type(_ text: String) -> CType? {
        modules.lazy.compactMap { try? $0.scope.type(spelled: text) }.first
            ?? (try? DeclarationScope().type(spelled: text))
    }

    /// Returns whether a module has a constant of a name.
    func isConstant(_ name: String) -> Bool { modules.contains { $0.hasConstant(name) } }

    /// The constant of a name, with the first module that has it; nil where there is none.
    func constant(_ name: String) -> (module: Module, value: Value)? {
        modules.lazy.compactMap { module in module.constants.value(named: name).map { (module, $0) } }.first
    }

    /// The value of a constant that a text names; nil for any other value.
    func constant(named value: Value) -> Value? {
        if case .string(let name) = value { constant(name)?.value } else { nil }
    }

    /// The name under which the behaviour saves the next value of a name of the shell.
    ///
    /// - Parameter isUsed: returns true for further names that are not free.
    func nextName(_ name: String, unless isUsed: (String) -> Bool = { _ in false }) -> String {
        guard taken.contains(name) || isUsed(name) || module(name) != nil else { return name }
        var number = 2
        while taken.contains("\(name)_\(number)") || isUsed("\(name)_\(number)") { number += 1 }
        return "\(name)_\(number)"
    }

    /// Returns whether a name stands for a value that is no place in memory.
    func isKnown(_ name: String) -> Bool { defined[name] != nil || saved[name] != nil && !isHandle(name) }

    /// Returns whether a name stands for a handle.
    func isHandle(_ name: String) -> Bool { handles.contains(name) }

    /// Returns whether a line has said what a parameter is, and no declaration.
    func isGuessed(_ parameter: String, of function: ActionName) -> Bool {
        sources.contains { $0.name == function.module && $0.isGuessed(parameter, of: function.action) }
    }

    /// Returns whether a name stands for a saved value or a variable, with a path into it or without.
    func leadsIntoMemory(_ name: String) -> Bool { saved[name] != nil || module(havingVariable: name) != nil }

    /// Returns whether a name before a parenthesis is that of a pointer to a function: a function of the name comes first.
    func isPointerCalled(_ name: String) -> Bool { leadsIntoMemory(name) && modules(having: name).isEmpty }

    /// Notes the value that a name stands for from here on.
    mutating func save(_ name: String, as other: String, isHandle: Bool) {
        (saved[name], defined[name]) = (other, nil)
        taken.insert(other)
        if isHandle { handles.insert(name) } else { handles.remove(name) }
    }

    /// Notes the value that a name stands for from here on.
    mutating func define(_ name: String, as value: String) {
        (saved[name], defined[name]) = (nil, value)
        handles.remove(name)
    }

    /// The module that has a variable of a name, which is none of another kind.
    func module(havingVariable name: String) -> Module? {
        saved[name] == nil && defined[name] == nil ? modules.first { $0.variableNames.contains(name) } : nil
    }

    /// All that a word may become: functions, constants, variables and saved values.
    var all: Set<String> {
        var names = Set(saved.keys).union(defined.keys)
        for module in modules {
            names.insert("\(module.name).")
            names.formUnion(module.callableNames)
            names.formUnion(module.constantNames)
            names.formUnion(module.variableNames)
        }
        return names
    }
}
