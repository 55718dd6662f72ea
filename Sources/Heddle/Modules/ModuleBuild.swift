// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import Synchronization

/// One build of a module: the library as it was when it was loaded, its declarations, and the instance that it has
/// made.
///
/// A module that is reloaded gets another one. The former one lives, with its instance, as long as something refers to
/// it that may look into its memory: calls that run, and calls that were prepared and not made since.
final class ModuleBuild: Sendable {
    let library: Library
    /// The libraries with inline functions of its headers.
    private let inlines: [Library]
    let scope: DeclarationScope
    let constants: ConstantNames
    let declared: FunctionDeclarations
    /// The functions that the bindings leave out, with the reasons.
    let refused: [String: String]
    let hooks: [String: Signature]
    let variables: [String: DeclaredFunctions.Variable]
    let instance: Instance?
    let box: InstanceBox
    /// Passed by its calls, if it hands its state on; otherwise nil.
    let gate: CallGate?
    /// True if functions of the system's libraries need no declaration.
    private let knowsSystem: Bool
    private let actions = Mutex<[String: Action]>([:])

    /// Creates the build of a library.
    ///
    /// - Throws: where the functions of its instance are missing.
    init(
        of library: Library, named name: String, _ declarations: DeclaredFunctions, config: Value?, knowsSystem: Bool,
        calls engine: CallEngine, isReloadable: Bool
    ) throws(Diagnostic) {
        self.library = library
        inlines = declarations.inlines
        self.knowsSystem = knowsSystem
        scope = declarations.scope
        let known = knowsSystem ? SystemLibraries.constants(of: library.soname) : nil
        constants = (known.map(declarations.constants.adding) ?? declarations.constants).named(after: name)
        let declared = declarations.declarations
        var read = declared.read
        for action in library.description?.actions ?? [] {
            let again = declared[action.name]
            // A behaviour may say more of an action, and not take back what the module forbids.
            let signature = again?.signature.keepingRules(of: action.signature) ?? action.signature
            read[action.name] = DeclaredFunctions.Function(
                signature, at: again?.range, annotations: again?.annotations ?? [])
        }
        self.declared = FunctionDeclarations(read, unreadOf: declarations.scope)
        hooks = Dictionary(
            (library.description?.hooks ?? []).map { ($0.symbol, $0) }, uniquingKeysWith: { first, _ in first })
        variables = declarations.variables
        refused = declarations.refused
        box = InstanceBox()
        gate = isReloadable && library.handsStateOn ? CallGate() : nil
        instance = try Instance(of: library, named: name, config: config, box: box, calls: engine)
    }

    /// Creates that of a module that is a table of functions of another one.
    init(of table: ModuleTable, named name: String, in source: ModuleBuild) {
        library = source.library
        inlines = source.inlines
        scope = source.scope
        constants = source.constants.named(after: name)
        declared = FunctionDeclarations(
            Dictionary(
                table.form.entries.map { ($0.name, DeclaredFunctions.Function($0.signature, at: nil)) },
                uniquingKeysWith: { first, _ in first }))
        (variables, refused, hooks, instance, knowsSystem, gate) = ([:], [:], [:], nil, false, nil)
        box = table.form.place
    }

    /// A function that is declared, or that is known of the system's library.
    func function(_ action: String) -> DeclaredFunctions.Function? { declared[action] ?? systemFunctions[action] }

    /// The functions that are known of the system's library.
    var systemFunctions: FunctionDeclarations {
        knowsSystem ? SystemLibraries.functions(of: library.soname) : .none
    }

    /// The native function of a symbol: that of the library or, if it has none, the inline function of its headers.
    ///
    /// - Throws: why there is none.
    func native(_ symbol: String) throws(Diagnostic) -> Function {
        guard let inline = inline(symbol) else { return try library.function(symbol) }
        return try library.function(symbol, of: inline)
    }

    /// The same for one that releases what the library has handed over, and that a library may define with which it is
    /// linked.
    func release(_ symbol: String) throws(Diagnostic) -> Function {
        guard let inline = inline(symbol) else { return try library.releaseFunction(symbol) }
        return try library.function(symbol, of: inline)
    }

    private func inline(_ symbol: String) -> Library? {
        library.defines(symbol) ? nil : inlines.first { $0.defines(symbol) }
    }

    // MARK: Actions

    /// The action of a name, made at its first use.
    ///
    /// - Returns: the action, and true if it was made by this call.
    func bind(_ action: String, _ make: () throws(Diagnostic) -> Action) throws(Diagnostic) -> (
        action: Action, isNew: Bool
    ) {
        try actions.withLock { actions throws(Diagnostic) in
            if let known = actions[action] { return (known, false) }
            let bound = try make()
            actions[action] = bound
            return (bound, true)
        }
    }

    /// Takes back that an action is bound.
    func unbind(_ action: String) { actions.withLock { $0[action] = nil } }

    /// The bound actions; with a name only the one of that name.
    func bound(_ name: String?) -> [Action] {
        actions.withLock { actions in name.map { [actions[$0]].compactMap(\.self) } ?? Array(actions.values) }
    }
}
