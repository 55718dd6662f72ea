// SPDX-License-Identifier: Apache-2.0

package import HeddleAspects
package import HeddleBehaviour
public import HeddleDeclarations
public import HeddleDiagnostics
public import HeddleForeign
internal import HeddleSystem
public import Logging
internal import Synchronization

/// Loads modules, calls their actions, and weaves hooks around the calls.
///
/// ```swift
/// let host = ModuleHost(modulePath: ["build/modules"])
/// try host.module("greeter")
/// let token = try host.hook("greeter.*", .before) { call in print(call.arguments) }
/// let reply: String = try host.call("greeter.greet", "Ada")
/// token.remove()
/// ```
///
/// A host may be used on any thread. Its modules stay in the process after its end.
///
/// ## Topics
///
/// ### Modules
/// - ``init(modulePath:calls:logger:identity:)``
/// - ``module(_:library:config:bindings:declarations:)``
/// - ``module(_:table:with:as:)``
/// - ``script(_:_:)``
/// - ``close(_:)``
/// - ``reload(_:within:)``
/// - ``watchModules(within:_:)``
///
/// ### Calls
/// - ``call(_:with:)``
/// - ``call(_:named:)``
/// - ``function(_:as:)``
/// - ``prepare(_:with:)``
/// - ``setFallback(_:)``
///
/// ### Hooks
/// - ``hook(_:_:name:order:during:once:file:line:_:)``
/// - ``hook(_:background:name:order:once:file:line:_:)``
/// - ``finishBackground()``
///
/// ### Behaviours
/// - ``check(_:)``
/// - ``run(_:onEvent:until:)``
public final class ModuleHost: Sendable {
    let registry: Registry
    let locator: ModuleLocator
    let aspects: AspectCatalog
    package let services: HostServices
    let relay = EventRelay()
    let engine: CallEngine
    let quick = QuickCalls()
    let fallback = Fallback()
    private let acceptsGolden = Atomic<Bool>(false)
    private let givenSettings = Mutex<[String: String]>([:])
    private let deliverer = Mutex<(any EventDelivery)?>(nil)

    /// Delivers the events of behaviours to servers, collectors and tables; nil if they may not name such. It is set
    /// before behaviours are read.
    package var delivery: (any EventDelivery)? {
        get { deliverer.withLock { $0 } }
        set { deliverer.withLock { $0 = newValue } }
    }

    /// The values of settings of behaviours by the names of these, as the command line has them. They are set before
    /// behaviours are read.
    package var settings: [String: String] {
        get { givenSettings.withLock { $0 } }
        set { givenSettings.withLock { $0 = newValue } }
    }

    /// True if values that are not those of their golden files are written to these, and count as right. It is set
    /// before behaviours are read.
    package var acceptsGoldenFiles: Bool {
        get { acceptsGolden.load(ordering: .relaxed) }
        set { acceptsGolden.store(newValue, ordering: .relaxed) }
    }

    /// Creates a host.
    ///
    /// - Parameters:
    ///   - modulePath: the folders in which modules are looked up by a bare name, in order.
    ///   - calls: the engine that makes the calls of native functions; by default the one that `HEDDLE_CALLS` names (`own`
    ///     or `libffi`), else Heddle's own transfer where it has one for this machine.
    ///   - logger: receives the messages of modules and of the `log` aspect. The metadata `module` names the module of
    ///     a message.
    ///   - identity: the program, as its modules see it; by default by the name of its file alone.
    public convenience init(
        modulePath: [String] = [], calls: CallEngine? = nil, logger: Logger = Logger(label: "heddle"),
        identity: HostIdentity = .program
    ) {
        self.init(modulePath: modulePath, calls: calls, logger: logger, identity: identity, allowing: nil)
    }

    /// Creates a host that may use some modules and actions alone.
    ///
    /// - Parameter allowance: nil for all.
    package init(
        modulePath: [String], calls: CallEngine?, logger: Logger, identity: HostIdentity,
        allowing allowance: Allowance?
    ) {
        engine = calls ?? .preferred
        registry = Registry(allowing: allowance)
        aspects = AspectCatalog(
            logger: logger, clock: MonotonicClock(),
            services: AspectServices(
                emit: { [relay] label, value in relay.emit(label) { value.json } },
                announce: { [relay] in relay.emit($0, $1) },
                isHeard: { [relay] in relay.isHeard },
                action: { [weak registry] in registry?.asked($0) },
                configuration: { [weak registry] name, path in
                    registry?.module(named: name)?.configured(path)
                        ?? .absent("there is no module \(Value.string(name).excerpt())", suggestion: nil)
                },
                thread: { CurrentThread.number }))
        services = HostServices(
            log: { message in
                logger.log(
                    level: Logger.Level(message.level), "\(message.text)", metadata: ["module": "\(message.module)"])
            },
            emit: { [relay] event, json in relay.emit(event) { json } },
            find: { [weak registry] in registry?.find($0) }, identity: identity, calls: engine)
        locator = ModuleLocator(path: ModulePath(modulePath), services: services)
    }

    /// Loads a module.
    ///
    /// - Parameters:
    ///   - name: the name for hooks and calls. No other module that the program has loaded may have it, until it is
    ///     closed with ``close(_:)``.
    ///   - library: a bare name on the module path, a path, or a system soname; by default the same as `name`.
    ///   - config: the settings of its instance. A module with instances gets one, which is destroyed when the host and
    ///     everything else that refers to the module are gone: the ``Module``, and prepared calls of its actions.
    ///   - bindings: the path of a file with the bindings of the library, as `heddle bind` writes it.
    ///   - declarations: C declarations of functions that its description and the bindings lack, or whose annotations
    ///     they lack.
    /// - Throws: all reasons why the module cannot be loaded.
    @discardableResult
    public func module(
        _ name: String, library: String? = nil, config: Value? = nil, bindings: String? = nil,
        declarations: [String] = []
    ) throws(Diagnostics) -> Module {
        try module(
            name, library: library, config: config, bindings: bindings.map { [$0] } ?? [], declarations: declarations)
    }

    /// The same with several files of bindings, each of which adds to those before it, and with annotations.
    package func module(
        _ name: String, library: String?, config: Value?, bindings: [String], declarations: [String],
        annotations: [FunctionAnnotations] = []
    ) throws(Diagnostics) -> Module {
        let located = declarations.enumerated().map { index, text in
            let source = SourceText(name: "declaration \(index + 1) of \(name)", text)
            return source.whole
        }
        var libraries = FoundLibraries()
        let (module, mistakes) = try load(
            name, library: library ?? name, config: config, bindings: bindings.map { ($0, nil) },
            declarations: located, annotations: annotations,
            origin: .program, isOfProgram: true, among: &libraries)
        let found = Diagnostics(
            mistakes + module.configurationMistakes(in: config).map(\.diagnostic) + registry.objections(to: module))
        do throws(Diagnostics) {
            guard found.errors.isEmpty else { throw found }
            try start(module)
        } catch {
            _ = registry.remove(module)
            throw error
        }
        module.endLoading()
        registry.tellLoaded()
        return module
    }

    /// Closes a module for new calls: the host does not know it any more, and its name is free.
    ///
    /// Calls that have begun go on, and prepared calls can be made as before. The module's instance is destroyed when
    /// nothing refers to it any more: no prepared call, and no ``Module``. Its library stays in the process.
    ///
    /// - Returns: false if the host has no module of this name.
    @discardableResult
    public func close(_ name: String) -> Bool {
        defer { quick.forget() }
        return registry.module(named: name).map(registry.remove) ?? false
    }

    /// Loads a module without making its instance. An entry of a behaviour that says what the program has loaded under
    /// its name is that module.
    ///
    /// - Parameters:
    ///   - libraryName: nil for a module without a library, for whose actions hooks answer.
    ///   - replaced: the library in whose place they answer.
    ///   - isOfProgram: false for a module of a behaviour.
    ///   - libraries: those that were found before for the same plan; gets this one.
    /// - Returns: the module, and the mistakes of its declarations; those that are right it has all the same.
    func load(
        _ name: String, library libraryName: String?, replacing replaced: String? = nil, config: Value?,
        bindings paths: [(path: String, range: SourceRange?)],
        declarations: [SourceRange], annotations: [FunctionAnnotations] = [], origin: Origin, isOfProgram: Bool,
        among libraries: inout FoundLibraries
    ) throws(Diagnostics) -> (module: Module, mistakes: [Diagnostic]) {
        if isOfProgram { try checkName(name) }
        let source = ModuleSource(library: libraryName, config: config, bindings: paths, declarations: declarations)
        let (library, declared, mistakes) = try read(
            source, named: name, replacing: replaced, annotations: annotations, origin: origin, among: &libraries)
        if !isOfProgram, let other = registry.module(named: name), other.isOfProgram {
            if let difference = other.difference(from: library, config, declared) {
                throw Diagnostics([.repeatedModule(name, differing: difference)])
            }
            return (other, mistakes)
        }
        do {
            let build = try ModuleBuild(
                of: library, named: name, declared, config: config, knowsSystem: origin != .remote, calls: engine,
                isReloadable: isOfProgram)
            let module = Module(
                name: name, libraryName: libraryName ?? replaced ?? name, build: build,
                source: isOfProgram ? source.withAbsolutePath : nil, calls: engine, isOfProgram: isOfProgram,
                host: { [weak self] in self })
            try registry.add(module)
            return (module, mistakes)
        } catch {
            throw Diagnostics([error])
        }
    }

    /// Loads the library of a module, and reads the declarations of its functions.
    ///
    /// - Returns: both, and the mistakes of the declarations; those that are right are there all the same.
    func read(
        _ source: ModuleSource, named name: String, replacing replaced: String? = nil,
        annotations: [FunctionAnnotations] = [], origin: Origin, among libraries: inout FoundLibraries
    ) throws(Diagnostics) -> (library: Library, declared: DeclaredFunctions, mistakes: [Diagnostic]) {
        let (libraryName, declarations) = (source.library, source.declarations)
        // Before anything is loaded, so that no constructor runs for it.
        if origin == .remote, let libraryName, let first = declarations.first {
            throw Diagnostics([.declarationsNotForRemote("declare", libraryName, at: first)])
        }
        if origin == .remote, let libraryName, let first = annotations.first {
            throw Diagnostics([.declarationsNotForRemote("annotate", libraryName, at: first.function.range)])
        }
        if let refusal = libraryName.flatMap({ registry.allowance?.refusal(ofLibrary: $0) }) {
            throw Diagnostics([refusal])
        }
        let library =
            if let libraryName {
                try locator.library(
                    named: libraryName, origin: origin, allowing: registry.allowance, among: &libraries)
            } else {
                Library.absent(name, replacing: replaced)
            }
        let bindings = try source.bindings.map { file throws(Diagnostics) in
            do throws(Diagnostics) { return try origin.bindings(file.path) } catch {
                throw Diagnostics(
                    error.all.map { mistake in
                        file.range.map { mistake.located(at: $0, label: "bindings") } ?? mistake
                    })
            }
        }
        // A fetched behaviour may call only what the modules of this machine allow.
        let knowsSystem = origin != .remote
        let known = knowsSystem ? SystemLibraries.scope(of: library.soname) : nil
        var declared = DeclaredFunctions(
            declarations, beside: bindings, annotatedBy: annotations,
            on: library.description?.scope ?? known ?? DeclarationScope())
        let described = { name in
            library.description?.actions.first { $0.name == name }?.signature
                ?? (knowsSystem ? SystemLibraries.functions(of: library.soname)[name]?.signature : nil)
        }
        for file in bindings { declared.annotate(file.annotations, besides: described) }
        declared.annotate(annotations, besides: described)
        if !library.isAbsent {
            for (file, read) in zip(source.bindings, bindings) {
                guard let inline = read.inlineLibrary else { continue }
                let folder = LexicalPath(origin.place(of: file.path)).folder.text
                do throws(Diagnostics) {
                    declared.inlines.append(
                        try locator.library(
                            named: "./\(inline.value)", origin: .file(folder: folder), allowing: registry.allowance,
                            among: &libraries))
                } catch {
                    throw Diagnostics(error.all.map { $0.located(at: inline.range, label: "inlineLibrary") })
                }
            }
        }
        let mistakes = declared.mistakes + bindings.mistakes(about: library, declared)
        return (library, declared, mistakes)
    }

    /// Refuses the name of a program's module before anything is loaded for it.
    func checkName(_ name: String) throws(Diagnostics) {
        if let other = registry.module(named: name), other.isOfProgram { throw Diagnostics([.repeatedModule(name)]) }
        if !ActionName.canName(module: name) { throw Diagnostics([.notAModuleName(name)]) }
    }

    private func start(_ module: Module) throws(Diagnostics) { try start(module.build, of: module.name) }

    /// Makes the instance of a build of a module; it ends when nothing refers to the build any more.
    func start(_ build: ModuleBuild, of module: String) throws(Diagnostics) {
        do {
            try services.serve { () throws(Failure) in try build.instance?.start(endingWithBoxFor: services) }
        } catch {
            throw Diagnostics([.instanceFailed(module, error)])
        }
    }
}

extension Diagnostic {
    /// The diagnostic of a fetched behaviour that declares functions. With types of its choice, a call could do
    /// anything.
    fileprivate static func declarationsNotForRemote(
        _ verb: String, _ library: String, at range: SourceRange
    ) -> Diagnostic {
        Diagnostic(
            .error, .module, code: .module(.declarationsNotForRemote),
            "a fetched behaviour may not \(verb) functions of \"\(library)\": it may call only what the module "
                + "describes itself", at: range,
            suggestion: "save the behaviour to a file and run that, if you trust it")
    }

    /// The diagnostic of a second module of one name.
    static func repeatedModule(_ name: String) -> Diagnostic {
        Diagnostic(
            .error, .module, code: .module(.name), "there is a module named \"\(name)\"",
            suggestion: "choose another name, or close that module")
    }

    /// The diagnostic of an entry of a behaviour with the name of a program's module that it is not.
    static func repeatedModule(_ name: String, differing difference: String) -> Diagnostic {
        Diagnostic(
            .error, .module, code: .module(.name),
            "the program has a module named \"\(name)\", which is another one: \(difference)",
            suggestion: "choose another name, or make the entry say what the program has loaded")
    }

    /// The diagnostic of a name that patterns and calls would not find.
    fileprivate static func notAModuleName(_ name: String) -> Diagnostic {
        Diagnostic(
            .error, .module, code: .module(.name),
            "\(Value.string(name).excerpt()) cannot name a module, expected \(ActionName.moduleNameForm)")
    }

    /// The diagnostic of a module that did not make its instance.
    static func instanceFailed(_ module: String, _ failure: Failure) -> Diagnostic {
        Diagnostic(
            .error, .module, code: .module(.instance),
            "the module \(module) did not make its instance: \(failure.excerpt)")
    }
}

extension Logger.Level {
    /// The level of a message for the logging backend.
    package init(_ level: MessageLevel) {
        self =
            switch level {
            case .debug: .debug
            case .info: .info
            case .warning: .warning
            case .error: .error
            }
    }
}
