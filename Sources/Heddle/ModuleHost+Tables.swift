// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations
public import HeddleDiagnostics
internal import HeddleForeign

extension ModuleHost {
    /// Makes a module of a table of functions: a structure of pointers to functions, which another module exports as
    /// data or an action returns.
    ///
    /// ```swift
    /// try host.module("nav", library: "./nav.so", declarations: [
    ///     "struct flow { void (*present)(int screen); int (*current)(void); };"
    ///         + "extern struct flow main_flow; const struct flow *make_flow(int window)"])
    /// try host.module("flow", table: "nav.main_flow")
    /// try host.module("modal", table: "nav.make_flow", with: 1)
    /// try host.call("flow.present", 7)
    /// ```
    ///
    /// Its entries are its actions: they are called, and hooked by patterns such as `flow.*`. A call takes the function
    /// that stands in the table at the time; one that is null fails. The first parameter of an entry that points to the
    /// table itself is not given. ``Module/decorated`` hands the table on with its hooks.
    ///
    /// The action is called now, with its hooks, on the calling thread. The table stays its module's, and must live as
    /// long as calls are made; one whose declaration has `_Free_` stays for the life of the process.
    ///
    /// - Parameters:
    ///   - name: the name for hooks and calls.
    ///   - table: `module.symbol`, of a module of this host.
    ///   - arguments: those of the action; none for data.
    ///   - type: the type of the table, such as `struct flow`, if the action returns `void *`.
    /// - Throws: why there is no such table.
    @discardableResult
    public func module(
        _ name: String, table: String, with arguments: any ValueConvertible..., as type: String? = nil
    ) throws(Diagnostics) -> Module {
        let module = try loadTable(name, table, as: type, isOfProgram: true)
        guard let made = module.table else { return module }
        let objections = Diagnostics(registry.objections(to: module))
        guard objections.errors.isEmpty else {
            _ = registry.remove(module)
            throw objections
        }
        do throws(Diagnostic) {
            if let maker = made.maker {
                made.setArguments(try self.arguments(arguments.map(\.value), of: maker))
            } else if !arguments.isEmpty {
                throw .tableTakesNothing(table)
            }
        } catch {
            _ = registry.remove(module)
            throw Diagnostics([error])
        }
        do throws(Failure) {
            try services.serve { () throws(Failure) in try made.start(on: self) }
        } catch {
            _ = registry.remove(module)
            throw Diagnostics([.tableNotMade(name, error)])
        }
        for warning in registry.recognise(module) { services.warn(warning.message, about: name) }
        return module
    }

    private func arguments(_ values: [Value], of action: Action) throws(Diagnostic) -> [Argument] {
        guard !action.signature.isVariadic, action.signature.given(byPosition: values.count) != nil else {
            throw .wrongCount(of: action.name, action.signature, found: values.count)
        }
        let arguments = try resolved(action.signature.arguments(given: values), of: action)
        let call = PreparedCall(action)
        let mistakes = services.serve { () throws(Never) in
            call.encode(arguments, naming: self)
        }
        if let mistake = mistakes.first { throw .misfit(mistake, in: action) }
        return arguments
    }

    /// Loads a module that is a table, without making it.
    ///
    /// - Parameters:
    ///   - text: `module.symbol`.
    ///   - type: the type of the table, if the declaration does not say it.
    ///   - isOfProgram: false for a table of a behaviour.
    func loadTable(
        _ name: String, _ text: String, as type: String?, isOfProgram: Bool
    ) throws(Diagnostics) -> Module {
        if isOfProgram {
            try checkName(name)
        } else if let other = registry.module(named: name), other.isOfProgram {
            guard other.table.map({ "\($0.source.name).\($0.form.name)" }) == text else {
                throw Diagnostics([.repeatedModule(name, differing: "it is not the table \(text)")])
            }
            return other
        }
        guard let source = ActionName.candidates(in: text).first(where: { registry.module(named: $0.module) != nil }),
            let module = registry.module(named: source.module)
        else {
            let name = text.prefix { $0 != "." }
            throw Diagnostics([
                Diagnostic(
                    code: .module(.table), "the table \"\(text)\" begins with no module",
                    suggestion: didYouMean(String(name), among: registry.modules.map(\.name))
                        ?? "write module.symbol")
            ])
        }
        let table = try loadTable(name, source.action, of: module, as: type)
        let made = Module(name: name, table: table, of: module, isOfProgram: isOfProgram, host: { [weak self] in self })
        do throws(Diagnostic) { try registry.add(made) } catch { throw Diagnostics([error]) }
        return made
    }

    private func loadTable(
        _ name: String, _ symbol: String, of module: Module, as type: String?
    ) throws(Diagnostics) -> ModuleTable {
        if let variable = module.variable(symbol) {
            do throws(Diagnostic) {
                if type != nil { throw .tableHasType(module.qualified(symbol), variable.type) }
                if module.library.isAbsent { throw .tableOfNoLibrary(module.qualified(symbol)) }
                let form = try module.library.table(
                    name, of: variable.type, at: symbol, named: module.qualified(symbol).description,
                    completing: module.scope)
                return ModuleTable(form, of: module)
            } catch {
                throw Diagnostics([error.located(atDeclaration: variable.range)])
            }
        }
        guard module.signature(of: symbol) != nil else { throw Diagnostics([module.missingTable(symbol)]) }
        let maker = try registry.action(module.qualified(symbol))
        do throws(Diagnostic) {
            let form = try FunctionTable(
                name, of: try module.tableType(of: maker, as: type), completing: module.scope, madeBy: maker)
            return ModuleTable(form, of: module, madeBy: maker)
        } catch {
            throw Diagnostics([error])
        }
    }

    /// A table by the name of its module, decorated: nil if there is none, the reason if it cannot be handed on.
    package func table(named name: String) -> Result<DecoratedTable, Diagnostic>? {
        guard let module = registry.module(named: name), let table = module.table else { return nil }
        do throws(Diagnostic) {
            return .success(
                try table.form.decorated { entry throws(Diagnostic) in try action(of: entry, in: module) })
        } catch {
            return .failure(error)
        }
    }

    /// The action that stands for an entry in the decorated table. An entry that cannot be called from here is handed on
    /// as it is, unless a hook should be around it.
    private func action(of entry: FunctionTable.Entry, in module: Module) throws(Diagnostic) -> Action? {
        let name = module.qualified(entry.name)
        do throws(Diagnostics) {
            if entry.signature.isVariadic { throw Diagnostics([.variadicEntry(name)]) }
            return try registry.action(name)
        } catch {
            if error.first.code == .action(.unsupported), !registry.isHooked(name) { return nil }
            throw error.first
        }
    }
}

extension Module {
    /// The table that the module is, as an argument: `{"table": "name"}`.
    ///
    /// ```swift
    /// let flow = try host.module("flow", table: "nav.main_flow")
    /// try host.call("onboarding.start", flow.decorated)
    /// ```
    ///
    /// Native code that takes the structure, or a pointer to it, gets a copy whose entries enter the actions of this
    /// module, with the hooks that are around them at each call. Entries that are null stay null, and data is copied at
    /// each call that hands the table on. The copy belongs to the host and is never released, so that native code may
    /// keep it and call it on any thread. In a call of any other module the argument does not fit.
    public var decorated: Value { .object([Value.Member("table", .string(name))]) }

    /// The type of the table that an action returns.
    fileprivate func tableType(of action: Action, as text: String?) throws(Diagnostic) -> CType {
        let result = action.signature.result
        if action.signature.isVariadic {
            throw .notATable(action.name, "takes variadic arguments, and cannot make a table")
        }
        guard let text else { return result }
        guard case .pointer(let target, _) = result.canonical, target.canonical == .void else {
            throw .tableHasType(action.name, result)
        }
        guard let type = type(text) else {
            throw .notATable(
                action.name, "is to be \(Value.string(text).excerpt()), which is no type that \(name) declares",
                mend: didYouMean(text, among: scope.typeNames))
        }
        return type
    }

    /// The diagnostic of a table that the module does not have.
    fileprivate func missingTable(_ symbol: String) -> Diagnostic {
        let isExported = table == nil && library.dataNames.contains(symbol)
        return Diagnostic(
            .error, .module, code: .module(.table),
            "the module \(name) declares neither data nor an action \"\(symbol)\"",
            suggestion: isExported
                ? "add its declaration to the module \(name): \"extern struct TYPE \(symbol)\""
                : didYouMean(symbol, among: variableNames + actionNames))
    }
}

extension Diagnostic {
    fileprivate static func notATable(_ name: ActionName, _ found: String, mend: String? = nil) -> Diagnostic {
        Diagnostic(code: .module(.table), "\(name) \(found)", suggestion: mend)
    }

    fileprivate static func tableHasType(_ name: ActionName, _ type: CType) -> Diagnostic {
        Diagnostic(
            code: .module(.table), "the type of the table is given, and \(name) is declared as \(type)",
            suggestion: "leave out the type")
    }

    fileprivate static func tableOfNoLibrary(_ name: ActionName) -> Diagnostic {
        Diagnostic(.error, .module, code: .module(.table), "\(name) is data of a module without a library")
    }

    /// The diagnostic of arguments for a table that is data.
    static func tableTakesNothing(_ name: String) -> Diagnostic {
        Diagnostic(
            code: .module(.table), "\(name) is data, which takes no arguments",
            suggestion: "leave them out, or name an action that returns a table")
    }

    /// The diagnostic of a table that is not there.
    static func tableNotMade(_ name: String, _ failure: Failure) -> Diagnostic {
        Diagnostic(
            .error, .module, code: .module(.tableNotMade), "the table \(name) was not made: \(failure.excerpt)")
    }

    fileprivate static func variadicEntry(_ name: ActionName) -> Diagnostic {
        Diagnostic(
            .error, .document, code: .action(.unsupported),
            "\(name) cannot be handed on with its hooks: it takes variadic arguments",
            suggestion: "take the entry out of the patterns of the hooks")
    }

    fileprivate func located(atDeclaration range: SourceRange?) -> Diagnostic {
        range.map { with(note: Note("declared", at: $0)) } ?? self
    }
}
