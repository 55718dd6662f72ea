// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
internal import HeddleDiagnostics
package import HeddleForeign
internal import Synchronization

/// A loaded library with its declarations, and with an instance if it has instances.
///
/// ## Topics
/// - ``actionNames``
/// - ``decorated``
/// - ``subscript(dynamicMember:)``
@dynamicMemberLookup
public final class Module: Sendable {
    /// The name of the module for calls and hooks.
    public let name: String
    /// The name under which the library was loaded, for patterns such as `library:NAME.*`.
    public let libraryName: String
    /// The library.
    package let library: Library

    /// The types that its declarations know.
    package let scope: DeclarationScope
    let constants: ConstantNames
    let instance: Instance?
    /// The table of functions that the module is; nil for a library.
    let table: ModuleTable?
    private let variables: [String: DeclaredFunctions.Variable]
    private let declared: [String: DeclaredFunctions.Function]
    private let refused: [String: String]
    private let hooks: [String: Signature]
    /// True if functions of the system's libraries need no declaration.
    private let knowsSystem: Bool
    private let box: InstanceBox
    private let engine: CallEngine
    private let actions = Mutex<[String: Action]>([:])

    /// True if a program has loaded it, and not a behaviour.
    let isOfProgram: Bool

    /// The host that has loaded it, as long as there is one.
    private let host: @Sendable () -> ModuleHost?

    /// An action of the module, called like a function: `let reply: String = try greeter.sayHello("Ada")`.
    ///
    /// A call of an unknown action throws.
    public subscript(dynamicMember action: String) -> ActionReference {
        ActionReference(name: qualified(action), host: host())
    }

    init(
        name: String, libraryName: String, library: Library, declared: DeclaredFunctions, config: Value?,
        knowsSystem: Bool, calls engine: CallEngine, isOfProgram: Bool, host: @escaping @Sendable () -> ModuleHost?
    ) throws(Diagnostic) {
        self.name = name
        self.knowsSystem = knowsSystem
        self.isOfProgram = isOfProgram
        self.libraryName = libraryName
        self.host = host
        self.engine = engine
        self.library = library
        scope = declared.scope
        constants = declared.constants.named(after: name)
        var all = declared.functions
        for action in library.description?.actions ?? [] {
            let again = all[action.name]
            // A behaviour may say more of an action, and not take back what the module forbids.
            let signature = again?.signature.keepingRules(of: action.signature) ?? action.signature
            all[action.name] = DeclaredFunctions.Function(signature: signature, range: again?.range)
        }
        self.declared = all
        hooks = Dictionary(
            (library.description?.hooks ?? []).map { ($0.symbol, $0) }, uniquingKeysWith: { first, _ in first })
        variables = declared.variables
        refused = declared.refused
        table = nil
        box = InstanceBox()
        instance = try Instance(of: library, named: name, config: config, box: box, calls: engine)
    }

    /// Creates the module that a table of functions of another one is.
    init(
        name: String, table: ModuleTable, of source: Module, isOfProgram: Bool,
        host: @escaping @Sendable () -> ModuleHost?
    ) {
        self.name = name
        self.isOfProgram = isOfProgram
        self.host = host
        self.table = table
        libraryName = source.libraryName
        library = source.library
        engine = source.engine
        scope = source.scope
        constants = source.constants.named(after: name)
        declared = Dictionary(
            table.form.entries.map { ($0.name, DeclaredFunctions.Function(signature: $0.signature, range: nil)) },
            uniquingKeysWith: { first, _ in first })
        (variables, refused, hooks, instance, knowsSystem) = ([:], [:], [:], nil, false)
        box = table.form.place
    }

    /// The difference between this module and one that an entry of a behaviour describes; nil if they are one.
    func difference(from other: Library, _ config: Value?, _ entry: DeclaredFunctions) -> String? {
        if table != nil { return "it is a table of functions" }
        if library.path != other.path { return "its library is \(library.path)" }
        if config != nil { return "it has its instance already, which the \"config\" is too late for" }
        let differing = entry.functions.filter { name, function in
            declared[name].map { "\($0.signature)" != "\(function.signature)" } ?? true
        }
        guard let name = differing.keys.min() else { return nil }
        return declared[name].map { "it declares \($0.signature)" } ?? "it does not declare \(name)"
    }

    /// Data that the module's declarations name, and that may be a table of functions.
    func variable(_ symbol: String) -> DeclaredFunctions.Variable? { variables[symbol] }

    /// The names of that data, in alphabetical order.
    var variableNames: [String] { variables.keys.sorted() }

    /// The settings of its configuration; nil if it declares none.
    var settings: Settings? { table == nil ? library.description?.settings : nil }

    /// The names of the actions that are declared, in alphabetical order.
    public var actionNames: [String] { declared.keys.sorted() }

    /// The declaration of an action.
    package func signature(of action: String) -> Signature? { function(action)?.signature }

    /// A function that is declared, or that is known of the system's library.
    private func function(_ action: String) -> DeclaredFunctions.Function? {
        declared[action] ?? systemFunctions[action]
    }

    private var systemFunctions: [String: DeclaredFunctions.Function] {
        knowsSystem && table == nil ? SystemLibraries.functions(of: library.soname) : [:]
    }

    /// The place of an action's declaration in a behaviour; nil if it is declared elsewhere.
    func declarationRange(of action: String) -> SourceRange? { declared[action]?.range }

    // MARK: Binding

    /// The action of this name, bound at its first use.
    ///
    /// - Returns: the action, and true if it was bound by this call.
    func bind(_ action: String) throws(Diagnostic) -> (action: Action, isNew: Bool) {
        try actions.withLock { actions throws(Diagnostic) in
            if let known = actions[action] { return (known, false) }
            let bound = try makeAction(action)
            actions[action] = bound
            return (bound, true)
        }
    }

    /// The action that stands for the end of the instance and carries the hooks before it; nil without an instance.
    func destruction() throws(Diagnostics) -> Action? {
        guard let instance else { return nil }
        let name = qualified(instance.destruction.symbol)
        do {
            return try instance.beforeDestruction(named: name)
        } catch {
            throw Diagnostics([Diagnostic(.error, .module, code: .module(.destroy), error.message)])
        }
    }

    /// Takes back that an action is bound.
    func unbind(_ action: String) { actions.withLock { $0[action] = nil } }

    /// The bound actions; with a name only the one of that name.
    func bound(_ name: String?) -> [Action] {
        actions.withLock { actions in name.map { [actions[$0]].compactMap(\.self) } ?? Array(actions.values) }
    }

    /// The full name of an action or of another function of this module.
    func qualified(_ name: String) -> ActionName { ActionName(module: self.name, action: name) }

    /// A function of this module as a piece of a hook.
    func hookPiece(_ symbol: String, at position: HookPosition, of action: Action) throws(Diagnostic) -> HookPiece {
        let label = qualified(symbol).description
        if table != nil { throw entryAsHook(symbol) }
        if let refusal = host()?.registry.allowance?.refusal(of: symbol, inLibrary: libraryName) { throw refusal }
        if let hook = hooks[symbol] { return .native(try library.function(hook.symbol), label: label) }
        guard let signature = declared[symbol]?.signature else { throw missing(symbol) }
        let function = try library.function(signature.symbol)
        if signature.isWholeCallHook { return .native(function, label: label) }
        do {
            return try .plain(function, signature, at: position, of: action, label: label)
        } catch {
            throw Diagnostic(.error, .document, code: .hook(.shape), error.message)
        }
    }

    /// The same for a background hook.
    func backgroundPiece(_ symbol: String, of action: Action) throws(Diagnostic) -> BackgroundPiece {
        let label = qualified(symbol).description
        if table != nil { throw entryAsHook(symbol) }
        guard let signature = hooks[symbol] ?? declared[symbol]?.signature else { throw missing(symbol) }
        let function = try library.function(signature.symbol)
        do {
            if hooks[symbol] != nil || signature.isWholeCallHook {
                return try .native(function, of: action, label: label)
            }
            return try .plain(function, signature, of: action, label: label)
        } catch {
            throw Diagnostic(.error, .document, code: .hook(.shape), error.message)
        }
    }

    /// The names of the functions that could be hooks, in alphabetical order.
    var hookFunctionNames: [String] { table != nil ? [] : Set(hooks.keys).union(declared.keys).sorted() }

    /// Returns whether a function of this name could be a hook.
    func canHook(_ symbol: String) -> Bool { hooks[symbol] != nil || declared[symbol] != nil }

    private func entryAsHook(_ symbol: String) -> Diagnostic {
        Diagnostic(
            code: .hook(.shape), "\(qualified(symbol)) is an entry of a table, which cannot be a hook",
            suggestion: "use a function of the module that has the table")
    }

    /// The diagnostic of an unknown action or hook.
    func missing(_ symbol: String) -> Diagnostic {
        if let table { return table.missing(symbol, of: name) }
        if let purpose = purpose(of: symbol) {
            return Diagnostic(
                .error, .module, code: .action(.missing), "\(symbol) of \(name) is not an action: \(purpose)")
        }
        if let reason = refused[symbol] {
            return Diagnostic(
                .error, .module, code: library.defines(symbol) ? .action(.undeclared) : .action(.missing),
                "\(symbol) of \(name) cannot be called, since its bindings leave it out: \(reason)")
        }
        if library.defines(symbol) {
            return Diagnostic(
                .error, .module, code: .action(.undeclared), "the function \(symbol) of \(name) is not declared",
                suggestion: "add its C declaration to the \"declarations\" of the module \(name)")
        }
        return Diagnostic(
            .error, .module, code: .action(.missing), "the module \(name) has no action \"\(symbol)\"",
            suggestion: didYouMean(symbol, among: declared.keys) ?? known
                ?? didYouMean(symbol, among: systemFunctions.keys)
                ?? didYouMean(symbol, among: library.functionNames))
    }

    /// The purpose of a function in the module's description that cannot be called by name.
    private func purpose(of symbol: String) -> String? {
        switch symbol {
        case library.description?.create?.symbol: "it makes the instance when a run begins"
        case library.description?.destroy?.symbol: "it destroys the instance when a run ends"
        default: hooks[symbol].map { _ in "it is a hook, which runs around calls" }
        }
    }

    private var known: String? {
        declared.isEmpty ? nil : "it has " + actionNames.prefix(8).joined(separator: ", ")
    }

    private func makeAction(_ action: String) throws(Diagnostic) -> Action {
        guard let declared = function(action) else { throw missing(action) }
        let (name, signature) = (qualified(action), declared.signature)
        var releases: [String: Function] = [:]
        for symbol in signature.releases { releases[symbol] = try library.releaseFunction(symbol) }
        if let table = table?.form, let entry = table.entry(action) {
            return try callable(declared, name) { () throws(Unsupported) in
                try Action(name, entry, of: table, releases: releases, constants: constants, calls: engine)
            }
        }
        let function = try library.function(signature.symbol)
        return try callable(declared, name) { () throws(Unsupported) in
            try Action(
                name, signature, function: function, instance: box, releases: releases, constants: constants,
                calls: engine)
        }
    }

    private func callable(
        _ declared: DeclaredFunctions.Function, _ name: ActionName, _ bind: () throws(Unsupported) -> Action
    ) throws(Diagnostic) -> Action {
        do {
            return try bind()
        } catch {
            throw Diagnostic(
                .error, declared.range == nil ? .module : .document, code: .action(.unsupported),
                "\(name) cannot be called: \(error.message)", suggestion: error.suggestion,
                notes: [.init("declared: \(declared.signature)", at: declared.range)])
        }
    }
}

extension Signature {
    /// True if a function has the shape `void hook(heddle_call *call)`.
    fileprivate var isWholeCallHook: Bool {
        guard parameters.count == 1, case .pointer(let target, _) = parameters[0].type.canonical,
            case .record(let record) = target.canonical
        else { return false }
        return record.tag == "heddle_call" && result.canonical == .void
    }
}
