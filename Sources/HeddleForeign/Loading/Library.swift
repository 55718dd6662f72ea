// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations
package import HeddleDiagnostics
internal import HeddleSystem
internal import Glibc

/// A library in the process. It is never unmapped: code of it may run, or be pointed to, at any time.
///
/// ## Topics
/// - ``load(_:)``
/// - ``system(_:)``
/// - ``function(_:)``
@safe package final class Library: @unchecked Sendable {
    /// The file's path, or the name under which the system knows the library.
    package let path: String
    /// Its description.
    package let description: Description?
    /// Its own name, `DT_SONAME`, where it has one.
    package let soname: String?
    /// The build ID of the linker, in hexadecimal digits; nil without one.
    package let buildID: String?
    /// Nil for one that is no file.
    private let handle: UnsafeMutableRawPointer?
    private let symbols: [String: ElfFile.Symbol]
    /// The functions of one that is no file.
    private let scripts: [String: Function]
    /// True if it is not there; see ``absent(_:replacing:)``.
    package let isAbsent: Bool
    /// The owner of the handles that its functions take and give out.
    let identity: LibraryIdentity
    /// The table that its module gets from the host; set once, as it is loaded.
    private var table: HostTable?

    private init(
        path: String, description: Description?, elf: ElfFile, handle: UnsafeMutableRawPointer, build: Int? = nil
    ) {
        isOfFile = build != nil
        self.path = path
        self.description = description
        unsafe self.handle = handle
        soname = elf.soname
        buildID = elf.buildID
        symbols = elf.symbols()
        scripts = [:]
        isAbsent = false
        identity = LibraryIdentity(name: path, build: build ?? 0)
        LinkedLibraries.note(elf, at: path)
    }

    /// A library that is not there.
    private init(absent name: String, replacing replaced: String?) {
        path = name
        isOfFile = false
        // Never the library itself: what an answer gives out points to nothing that its code could use.
        identity = LibraryIdentity(name: replaced.map { "the answers in place of \($0)" } ?? name)
        (description, soname, buildID) = (nil, nil, nil)
        unsafe handle = nil
        symbols = [:]
        scripts = [:]
        isAbsent = true
    }

    /// A library that is not there: it has every function that somebody declares, and each fails with `noLibrary`
    /// unless a hook answers.
    ///
    /// - Parameter replaced: the library in whose place they answer. All that replace one share its handles.
    package static func absent(_ name: String, replacing replaced: String? = nil) -> Library {
        Library(absent: name, replacing: replaced)
    }

    /// A library that is no file; see ``scripted(_:_:)``.
    init(scripted name: String, _ description: Description, _ functions: [String: Function]) {
        path = name
        isOfFile = false
        self.description = description
        (soname, buildID) = (nil, nil)
        unsafe handle = nil
        symbols = functions.mapValues { _ in .function }
        scripts = functions
        isAbsent = false
        identity = LibraryIdentity(name: name)
    }

    /// Loads a file that passed the gate: `dlopen` of a copy of the very bytes that were checked.
    ///
    /// The constructors of the library run here. A library that is already loaded with the same bytes is not loaded
    /// again.
    ///
    /// - Parameter host: the host that loads it, whose services it finds; nil for none but Heddle's own.
    /// - Throws: what the dynamic linker says, such as a library that is missing.
    package static func load(_ file: LibraryFile, for host: HostServices? = nil) throws(Diagnostic) -> Library {
        // Another host may have loaded it that has the services which this one lacks.
        if let description = file.description { try checkNeeds(of: description, file.path, host) }
        return try LoadedLibraries.shared.library(at: file.path, bytes: file.elf.reader.bytes) {
            build throws(Diagnostic) in
            let library = try open(file, build)
            guard let host else {
                try library.attach()
                return library
            }
            try host.serveThread { () throws(Diagnostic) in try library.attach() }
            return library
        }
    }

    /// Loads a library of the system by its soname, such as `libz.so.1`.
    ///
    /// - Throws: what the dynamic linker says.
    package static func system(_ soname: String) throws(Diagnostic) -> Library {
        if let obstacle = soname.obstacleAsFileName { throw refusal(soname, because: obstacle) }
        guard !soname.isEmpty, !soname.contains("/") else {
            throw refusal(soname, because: "it is not the name of a system library, such as libz.so.1")
        }
        return try LoadedLibraries.shared.system(soname) { () throws(Diagnostic) in try open(soname) }
    }

    /// Has the dynamic linker load a file. Its constructors may change the floating-point mode for native code alone.
    private static func load(_ path: String, named name: String) -> UnsafeMutableRawPointer? {
        unsafe FloatMode.keeping {
            FloatMode.prepare()
            return unsafe CrashReport.noteLoading(name) { unsafe dlopen(path, RTLD_NOW | RTLD_LOCAL) }
        }
    }

    private static func open(_ soname: String) throws(Diagnostic) -> Library {
        guard let handle = unsafe load(soname, named: soname)
        else {
            throw systemRefusal(soname, linkerMessage)
        }
        guard let map = unsafe heddle_link_map(handle) else { throw refusal(soname, because: "it is not mapped") }
        let path = unsafe String(cString: map.pointee.l_name)
        do {
            let file = try LibraryFile(path: path)
            return unsafe Library(path: soname, description: file.description, elf: file.elf, handle: handle)
        } catch {
            throw error.all.first ?? refusal(soname, because: "its file cannot be read")
        }
    }

    /// Finds a function that this library defines, to be called by a behaviour or for it.
    ///
    /// - Throws: why there is none: the name is missing, is data, belongs to another library, or is the one that takes
    ///   the host's table.
    package func function(_ symbol: String) throws(Diagnostic) -> Function {
        if symbol == Self.attaching {
            throw missing(symbol, "\(symbol) takes the table of the host, which alone calls it")
        }
        return try anyFunction(symbol)
    }

    /// Finds a function of another library that belongs to this one, such as an inline function of its headers: the
    /// handles that it takes and gives out are those of this library.
    ///
    /// - Throws: why there is none.
    package func function(_ symbol: String, of companion: Library) throws(Diagnostic) -> Function {
        let function = try companion.function(symbol)
        return unsafe Function(symbol: symbol, address: function.address, library: identity)
    }

    /// The function of the module's header that takes the host's table.
    private static let attaching = "heddle_attach"

    private func anyFunction(_ symbol: String) throws(Diagnostic) -> Function {
        if let script = scripts[symbol] { return script }
        if isAbsent {
            return unsafe Function(symbol: symbol, address: absentFunction, library: identity)
        }
        switch symbols[symbol] {
        case .function: break
        case .data: throw missing(symbol, "\(symbol) is data, not a function")
        case .imported:
            throw missing(
                symbol, "\(symbol) is a function of another library, which \(name) only uses",
                mend: otherLibrary(with: symbol))
        case nil:
            throw missing(
                symbol, "there is no function \(symbol) in \(name)",
                mend: otherLibrary(with: symbol) ?? didYouMean(symbol, among: functionNames))
        }
        guard let address = unsafe dlsym(handle, symbol) else {
            throw missing(symbol, "the function \(symbol) of \(name) has no address")
        }
        return unsafe Function(
            symbol: symbol, address: heddle_interposed(address), library: identity)
    }

    /// The advice to take a loaded library that has a symbol which this one lacks: one that this one depends on, or that
    /// Heddle does; nil if neither has it.
    private func otherLibrary(with symbol: String) -> String? {
        guard let address = unsafe dlsym(handle, symbol) ?? dlsym(nil, symbol),
            let file = unsafe heddle_object_at(address)
        else { return nil }
        let other = LexicalPath(unsafe String(cString: file)).name
        // Heddle's own functions are in no library.
        return other.contains(".so") ? "\(other) has it: name that library in the place of \(name)" : nil
    }

    /// The address of data that the library exports.
    ///
    /// - Parameter type: the type of the data.
    /// - Throws: why there is none: the name is missing, is a function, belongs to another library, or is of another
    ///   size than the type.
    func data(_ symbol: String, _ type: CType) throws(Diagnostic) -> UnsafeMutableRawPointer {
        switch symbols[symbol] {
        case .data(let size):
            if let declared = type.layout?.size, !hasData(of: size, for: declared) {
                throw Diagnostic(
                    .error, .module, code: .module(.tableSize),
                    "\(symbol) of \(name) has \(counted(size, "byte")), \(type) as it is declared has \(declared)",
                    suggestion: "declare the structure as the library was compiled with it")
            }
        case .function: throw missing(symbol, "\(symbol) is a function of \(name), not data")
        case .imported: throw missing(symbol, "\(symbol) is data of another library, which \(name) only uses")
        case nil:
            throw missing(
                symbol, "there is no data \(symbol) in \(name)", mend: didYouMean(symbol, among: dataNames))
        }
        guard let address = unsafe dlsym(handle, symbol) else {
            throw missing(symbol, "the data \(symbol) of \(name) has no address")
        }
        return unsafe address
    }

    /// True if it was loaded from a file, and is not a library of the system, a script, or absent.
    package let isOfFile: Bool

    /// The module as the owner of functions that wait for the main thread; nil for one that gets nothing from a host.
    var mainThreadOwner: MainThread.Owner? { table?.owner }

    /// The table of a service that the module offers; nil if it offers none of that name.
    package func offered(_ service: String) -> ServiceTable? {
        guard let symbol = description?.offers[service] else { return nil }
        return unsafe dlsym(handle, symbol).map { unsafe ServiceTable($0) }
    }

    /// The names of the data that it defines.
    package var dataNames: some Sequence<String> {
        symbols.lazy.filter { if case .data = $0.value { true } else { false } }.map(\.key)
    }

    /// Finds a function that releases what the library has handed over: one of its own or, as `free`, one of the libraries
    /// that it is linked with. Where the library is not there, there is nothing to release.
    ///
    /// - Throws: why there is none.
    package func releaseFunction(_ symbol: String) throws(Diagnostic) -> Function {
        if isAbsent { return unsafe Function(symbol: symbol, address: absentRelease, library: identity) }
        if !defines(symbol), let linked = linkedFunction(symbol) { return linked }
        do {
            return try function(symbol)
        } catch {
            var error = error
            if error.suggestion == nil || otherLibrary(with: symbol) != nil {
                error.suggestion = "write _Free_(MODULE.\(symbol)) if another module has it"
            }
            throw error
        }
    }

    /// The function of a name that references of the library are bound to, and that another library defines.
    private func linkedFunction(_ symbol: String) -> Function? {
        guard unsafe handle != nil, let own = unsafe dlsym(handle, symbol), let file = unsafe heddle_object_at(own)
        else { return nil }
        let name = LexicalPath(unsafe String(cString: file)).name
        guard let library = try? Library.system(name), let function = try? library.function(symbol) else { return nil }
        // A library that was loaded before all others may have put its own in the place of that, as allocators do.
        let bound = unsafe dlsym(nil, symbol) ?? own
        return unsafe Function(symbol: symbol, address: heddle_interposed(bound), library: function.library)
    }

    /// Returns whether data of a size, as the file has it, can be a value of so many bytes. Clang counts the zone behind
    /// data that the address sanitizer watches.
    package func hasData(of size: Int, for declared: Int) -> Bool {
        if size == 0 || size == declared { return true }
        return symbols["__asan_init"] == .imported && size > declared && size % 32 == 0
    }

    /// The size of data that it defines, in bytes; 0 if it does not say it, nil if there is no data of this name.
    package func size(ofData symbol: String) -> Int? {
        if case .data(let size) = symbols[symbol] { size } else { nil }
    }

    /// The warning that it was built with a contract not fully known to this version of Heddle; nil where it was not.
    package var contractWarning: Diagnostic? { description?.contractWarning(path) }

    /// The names of the functions that it defines.
    package var functionNames: some Sequence<String> { symbols.lazy.filter { $0.value == .function }.map(\.key) }

    /// Returns whether this library defines a function of this name.
    package func defines(_ symbol: String) -> Bool { symbols[symbol] == .function }

    private var name: String { description?.name ?? path }

    private static func open(_ file: LibraryFile, _ build: Int) throws(Diagnostic) -> Library {
        let copy = try ModuleCopy(of: file)
        guard
            let handle = unsafe load(copy.path, named: file.path)
        else {
            copy.discard()
            throw refusal(of: file, copy.original(linkerMessage))
        }
        return unsafe Library(
            path: file.path, description: file.description, elf: file.elf, handle: handle, build: build)
    }

    /// Gives the module the host's table.
    private func attach() throws(Diagnostic) {
        guard defines(Self.attaching), let function = try? anyFunction(Self.attaching) else { return }
        let contract = description?.contract ?? 0
        guard
            let table = HostTable(
                of: name, contract: contract, at: LexicalPath(path).text,
                describing: description?.scope ?? DeclarationScope())
        else {
            throw Self.refusal(path, because: "there is no memory for the functions that it gets from the host")
        }
        self.table = table
        typealias Attach = @convention(c) (heddle_services) -> Void
        let attach = unsafe unsafeBitCast(function.address, to: Attach.self)
        CrashReport.noteLoading(path) { unsafe attach(table.services) }
    }
}

// MARK: - Refusals

extension Library {
    private static func checkNeeds(
        of description: Description, _ path: String, _ host: HostServices?
    ) throws(Diagnostic) {
        let unmet = description.unmetNeeds { host?.offered($0) != nil }
        if unmet.isEmpty { return }
        let lacking = description.neededFunctions.filter { description.lacks($0) }
        let newer = lacking.map(\.since).max() ?? description.contract
        // Names without the prefix are services of programs, which no Heddle brings.
        let isOfProgram =
            lacking.isEmpty && description.needs.allSatisfy { !$0.hasPrefix("heddle.") || HostTable.sizes[$0] != nil }
        let mends = [
            isOfProgram
                ? "load it in a program that offers that, or name a module that offers it by --offer"
                : newer > Int(HEDDLE_CONTRACT) ? "use a newer Heddle, with contract \(newer)" : "use a newer Heddle",
            "build the module again so that it "
                + (lacking.isEmpty ? "can do without" : "asks HEDDLE_HAS before it calls that"),
        ]
        let contracts = "it was built with contract \(description.contract), this is contract \(HEDDLE_CONTRACT)"
        throw Diagnostic(
            .error, .module, code: .module(.needs),
            "the module \(path) needs \(unmet.joined(separator: " and ")), which "
                + (isOfProgram ? "nobody offers" : "this version of Heddle does not have"),
            suggestion: mends.joined(separator: ", or "), notes: isOfProgram ? [] : [.init(contracts)])
    }

    static func refusal(_ path: String, because reason: String) -> Diagnostic {
        Diagnostic(.error, .module, code: .module(.refused), "the module \(path) cannot be loaded: \(reason)")
    }

    private func missing(_ symbol: String, _ message: String, mend: String? = nil) -> Diagnostic {
        Diagnostic(.error, .module, code: .module(.symbolMissing), message, suggestion: mend)
    }

    /// The diagnostic of a file that the dynamic linker refuses, in the linker's words unless the file lacks a library.
    private static func refusal(of file: LibraryFile, _ words: String) -> Diagnostic {
        guard let missing = missingLibrary(words), missing != file.path else {
            var refusal = refusal(file.path, because: words)
            if words.contains("static TLS") {
                refusal.suggestion =
                    "build it with -ftls-model=global-dynamic, or set GLIBC_TUNABLES=glibc.rtld.optional_static_tls=BYTES "
                    + "to as many bytes as it wants and 512 more"
            }
            return refusal
        }
        var refusal = refusal(file.path, because: "it needs the library \(missing), which is not found")
        let beside = LexicalPath(file.path).folder.text + "/" + missing
        if !missing.contains("/"), System.allows(.existence, to: beside) {
            refusal.suggestion = "it lies beside the module: link the module with -Wl,-rpath,'$ORIGIN' to have it found"
        }
        return refusal
    }

    private static func systemRefusal(_ soname: String, _ words: String) -> Diagnostic {
        let missing = missingLibrary(words)
        if let missing, missing != soname {
            return refusal(soname, because: "it needs the library \(missing), which is not found")
        }
        var refusal = refusal(soname, because: missing == nil ? words : "the dynamic linker finds no such library")
        refusal.suggestion =
            System.allows(.existence, to: soname)
            ? "write ./\(soname) for the file in this folder" : LinkerCache.current.didYouMean(soname)
        return refusal
    }

    /// The library that the dynamic linker says it does not find.
    private static func missingLibrary(_ words: String) -> String? {
        words.firstRange(of: ": cannot open shared object file: No such file").map { String(words[..<$0.lowerBound]) }
    }

    private static var linkerMessage: String {
        guard let words = unsafe dlerror() else { return "the dynamic linker gives no reason" }
        return unsafe String(cString: words)
    }
}
