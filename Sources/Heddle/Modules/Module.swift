// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
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
    /// The table of functions that the module is; nil for a library.
    let table: ModuleTable?
    /// The files that it was loaded from, so that it can be loaded again; nil for one that cannot be.
    let source: ModuleSource?
    private let engine: CallEngine
    private let present: Mutex<ModuleBuild>
    /// True while it is loaded, or loaded again.
    private let loading: Mutex<Bool>

    /// True if a program has loaded it, and not a behaviour.
    let isOfProgram: Bool

    /// The host that has loaded it, as long as there is one.
    let host: @Sendable () -> ModuleHost?

    /// An action of the module, called like a function: `let reply: String = try greeter.sayHello("Ada")`.
    ///
    /// A call of an unknown action throws.
    public subscript(dynamicMember action: String) -> ActionReference {
        ActionReference(name: qualified(action), host: host())
    }

    init(
        name: String, libraryName: String, build: ModuleBuild, source: ModuleSource? = nil, calls engine: CallEngine,
        isOfProgram: Bool, host: @escaping @Sendable () -> ModuleHost?
    ) {
        self.name = name
        self.isOfProgram = isOfProgram
        self.libraryName = libraryName
        self.host = host
        self.engine = engine
        self.source = source
        table = nil
        present = Mutex(build)
        loading = Mutex(source != nil)
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
        engine = source.engine
        self.source = nil
        present = Mutex(ModuleBuild(of: table, named: name, in: source.build))
        loading = Mutex(false)
    }

    // MARK: Builds

    /// The build that calls which begin now run in.
    var build: ModuleBuild { present.withLock { $0 } }

    /// Puts another build in the place of the present one, and returns that.
    func replaceBuild(with next: ModuleBuild) -> ModuleBuild {
        present.withLock { present in
            defer { present = next }
            return present
        }
    }

    /// True if it was loaded by the program from a file.
    var isReloadable: Bool { source != nil && table == nil && library.isOfFile }

    /// Notes that it was loaded, with its instance.
    func endLoading() { loading.withLock { $0 = false } }

    /// Runs a body that loads it again, unless it is loaded at this time; then this returns nil.
    func whileLoading<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result? {
        let isFree = loading.withLock { isLoading in
            defer { isLoading = true }
            return !isLoading
        }
        guard isFree else { return nil }
        defer { endLoading() }
        return try body()
    }

    /// The library.
    package var library: Library { build.library }
    /// The types that its declarations know.
    package var scope: DeclarationScope { build.scope }
    /// The constants that its bindings and its enumerations name.
    package var constants: ConstantNames { build.constants }
    var instance: Instance? { build.instance }
    private var declared: FunctionDeclarations { build.declared }
    private var hooks: [String: Signature] { build.hooks }

    /// The difference between this module and one that an entry of a behaviour describes; nil if they are one.
    func difference(from other: Library, _ config: Value?, _ entry: DeclaredFunctions) -> String? {
        if table != nil { return "it is a table of functions" }
        if library.path != other.path { return "its library is \(library.path)" }
        if config != nil { return "it has its instance already, which the \"config\" is too late for" }
        let differing = entry.declarations.all.filter { name, function in
            declared[name].map { "\($0.signature)" != "\(function.signature)" } ?? true
        }
        guard let name = differing.keys.min() else { return nil }
        return declared[name].map { "it declares \($0.signature)" } ?? "it does not declare \(name)"
    }

    /// Data that the module's declarations name, and that may be a table of functions.
    func variable(_ symbol: String) -> DeclaredFunctions.Variable? { build.variables[symbol] }

    /// The names of that data, in alphabetical order.
    package var variableNames: [String] { build.variables.keys.sorted() }

    /// The settings of its configuration; nil if it declares none.
    var settings: Settings? { table == nil ? library.description?.settings : nil }

    /// The names of the actions that are declared, in alphabetical order.
    public var actionNames: [String] { declared.symbols.sorted() }

    /// The names of the functions that can be called without a further declaration.
    package var callableNames: Set<String> { Set(declared.symbols).union(build.systemFunctions.symbols) }

    /// The names of its constants and enumerators, in alphabetical order.
    package var constantNames: [String] { constants.all }

    /// Returns whether it has a constant or an enumerator of a name.
    package func hasConstant(_ name: String) -> Bool { constants.has(name) }

    /// The declaration of an action.
    package func signature(of action: String) -> Signature? { build.function(action)?.signature }

    /// The actions that an entry of a behaviour declares with annotations, in alphabetical order.
    func annotatedActions(declaredBy entry: ModuleEntry) -> [String] {
        if entry.declarations.isEmpty { return [] }
        let texts = Set(entry.declarations.map(\.declarationText.source).map(ObjectIdentifier.init))
        return declared.read.filter { $1.range.map { texts.contains(ObjectIdentifier($0.source)) } ?? false }.keys
            .sorted()
    }

    /// The place of an action's declaration in a behaviour; nil if it is declared elsewhere.
    func declarationRange(of action: String) -> SourceRange? { declared[action]?.range }

    // MARK: Binding

    /// The action of this name, bound at its first use.
    ///
    /// - Parameter modules: the modules beside it, of which `_Free_` may name functions.
    /// - Returns: the action, and true if it was bound by this call.
    func bind(
        _ action: String, beside modules: [String: Module]
    ) throws(Diagnostic) -> (action: Action, isNew: Bool) {
        let build = build
        return try build.bind(action) { () throws(Diagnostic) in
            try makeAction(action, in: build, beside: modules)
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
    func unbind(_ action: String) { build.unbind(action) }

    /// The bound actions; with a name only the one of that name.
    func bound(_ name: String?) -> [Action] { build.bound(name) }

    /// The full name of an action or of another function of this module.
    func qualified(_ name: String) -> ActionName { ActionName(module: self.name, action: name) }

    /// A function of this module as a piece of a hook.
    func hookPiece(_ symbol: String, at position: HookPosition, of action: Action) throws(Diagnostic) -> HookPiece {
        let label = qualified(symbol).description
        try checkHook(symbol)
        let build = build
        if let hook = build.hooks[symbol] { return .native(try build.library.function(hook.symbol), label: label) }
        guard let signature = build.declared[symbol]?.signature else { throw missing(symbol) }
        let function = try build.native(signature.symbol)
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
        try checkHook(symbol)
        let build = build
        guard let signature = build.hooks[symbol] ?? build.declared[symbol]?.signature else { throw missing(symbol) }
        let function = try build.native(signature.symbol)
        do {
            if build.hooks[symbol] != nil || signature.isWholeCallHook {
                return try .native(function, of: action, label: label)
            }
            return try .plain(function, signature, of: action, label: label)
        } catch {
            throw Diagnostic(.error, .document, code: .hook(.shape), error.message)
        }
    }

    /// Refuses a function that may not be a hook: an entry of a table, and one that the host does not allow.
    private func checkHook(_ symbol: String) throws(Diagnostic) {
        if table != nil { throw entryAsHook(symbol) }
        if let refusal = host()?.registry.allowance?.refusal(of: symbol, inLibrary: libraryName) { throw refusal }
    }

    /// The names of the functions that could be hooks, in alphabetical order.
    var hookFunctionNames: [String] { table != nil ? [] : Set(hooks.keys).union(declared.symbols).sorted() }

    /// Returns whether a function of this name could be a hook.
    func canHook(_ symbol: String) -> Bool { hooks[symbol] != nil || declared.has(symbol) }

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
        if let variable = build.variables[symbol] {
            return Diagnostic(
                .error, .module, code: .action(.missing),
                "\(symbol) of \(name) is a variable of type \(variable.type), which cannot be called")
        }
        if let refusal = refusal(of: symbol) {
            return Diagnostic(
                .error, .module, code: library.defines(symbol) ? .action(.undeclared) : .action(.missing), refusal)
        }
        if library.defines(symbol) {
            return Diagnostic(
                .error, .module, code: .action(.undeclared), "the function \(symbol) of \(name) is not declared",
                suggestion: "add its C declaration to the \"declarations\" of the module \(name)")
        }
        return Diagnostic(
            .error, .module, code: .action(.missing), "the module \(name) has no action \"\(symbol)\"",
            suggestion: didYouMean(symbol, among: declared.symbols) ?? known
                ?? didYouMean(symbol, among: build.systemFunctions.symbols)
                ?? didYouMean(symbol, among: library.functionNames))
    }

    /// The words for a function that the bindings leave out, with the reason; nil for any other.
    package func refusal(of symbol: String) -> String? {
        build.refused[symbol].map { "\(symbol) of \(name) cannot be called, since its bindings leave it out: \($0)" }
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

    private func makeAction(
        _ action: String, in build: ModuleBuild, beside modules: [String: Module]
    ) throws(Diagnostic) -> Action {
        guard let declared = build.function(action) else { throw missing(action) }
        let (name, signature) = (qualified(action), declared.signature)
        let releases = try releases(of: action, declared, in: build, beside: modules)
        if let table = table?.form, let entry = table.entry(action) {
            return try callable(declared, name) { () throws(Unsupported) in
                try Action(name, entry, of: table, releases: releases, constants: build.constants, calls: engine)
            }
        }
        let function = try build.native(signature.symbol)
        return try callable(declared, name) { () throws(Unsupported) in
            try Action(
                name, signature, function: function, instance: build.box, releases: releases,
                constants: build.constants, calls: engine, gate: build.gate)
        }
    }

    private func callable(
        _ declared: DeclaredFunctions.Function, _ name: ActionName, _ bind: () throws(Unsupported) -> Action
    ) throws(Diagnostic) -> Action {
        do {
            return try bind()
        } catch {
            let signature = declared.signature
            let parameter = error.parameter.map { "\(signature.name(of: $0)): " } ?? ""
            throw Diagnostic(
                .error, declared.range == nil ? .module : .document, code: .action(.unsupported),
                "\(name) cannot be called: \(parameter)\(error.message)",
                suggestion: error.suggestion ?? (declared.range == nil ? nil : signature.adviceOnAnnotations),
                notes: [.init("declared: \(signature)", at: declared.range)])
        }
    }
}

extension Parameter {
    /// The annotation that a pointer without any wants most often.
    fileprivate func likelyAnnotation(counting count: String?) -> String {
        guard case .pointer(let target, let isConst) = type.canonical else { return "_In_" }
        if isConst { return count.map { "_In_reads_(\($0))" } ?? "_In_" }
        return switch target.canonical {
        case .pointer: "_Outptr_"
        case .integer(.char), .integer(.signedChar), .integer(.unsignedChar): "_Out_writes_(…)"
        default: "_Out_"
        }
    }
}

extension Signature {
    /// The annotations that all its parameters want, as far as their names tell them; nil where none wants one.
    fileprivate var adviceOnAnnotations: String? {
        let counts = CountNames(parameters, areTextsPieces: true)
        let members = unannotatedParameters.map { index in
            "\"\(name(of: index))\": \"\(parameters[index].likelyAnnotation(counting: counts.count(of: index)))\""
        }
        if members.isEmpty { return nil }
        return "annotate \(members.count == 1 ? "the pointer" : "each pointer"), for example by "
            + "\"annotate\": { \"\(symbol)\": { \(members.joined(separator: ", ")) } }"
    }

    /// True if a function has the shape `void hook(heddle_call *call)`.
    fileprivate var isWholeCallHook: Bool {
        guard parameters.count == 1, case .pointer(let target, _) = parameters[0].type.canonical,
            case .record(let record) = target.canonical
        else { return false }
        return record.tag == "heddle_call" && result.canonical == .void
    }
}
