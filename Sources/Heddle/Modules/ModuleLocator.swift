// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics
internal import HeddleForeign
internal import Synchronization

/// The origin of a behaviour, which decides which libraries it may name.
package enum Origin: Hashable, Sendable {
    /// A file on this machine, in this folder.
    case file(folder: String)
    /// A fetched text, which may name only modules on the module path.
    case remote

    /// The program itself, whose paths are those of its working folder.
    static let program = Origin.file(folder: ".")

    /// The path of a file that a behaviour from here names, as this process sees it.
    func place(of path: String) -> String {
        guard case .file(let folder) = self, !path.hasPrefix("/"), folder != "." else { return path }
        return "\(folder)/\(path.hasPrefix("./") ? String(path.dropFirst(2)) : path)"
    }
}

/// The libraries of the modules of one plan.
struct FoundLibraries {
    fileprivate struct Place: Hashable {
        let name: String
        let origin: Origin
    }

    fileprivate var libraries: [Place: Library] = [:]
    fileprivate var modules = ModulePath.NamedModules()
}

/// Finds and loads the `library` that a behaviour names.
final class ModuleLocator: Sendable {
    let path: ModulePath
    /// The services that libraries find as they are loaded.
    private let services: HostServices
    /// The scripted libraries, by name.
    private let scripts = Mutex<[String: Library]>([:])

    init(path: ModulePath, services: HostServices) {
        self.path = path
        self.services = services
    }

    /// Registers a scripted library; a later one of the same name replaces it.
    func add(_ library: Library) { scripts.withLock { $0[library.path] = library } }

    /// Finds and loads a library: a path relative to the behaviour, a system soname, or a bare name.
    ///
    /// - Parameters:
    ///   - allowance: what may be loaded; nil for everything.
    ///   - found: the libraries of the same plan, which are not read again.
    func library(
        named name: String, origin: Origin, allowing allowance: Allowance?, among found: inout FoundLibraries
    ) throws(Diagnostics) -> Library {
        if let known = found.libraries[.init(name: name, origin: origin)] { return known }
        let library = try self.library(named: name, origin: origin, allowing: allowance, &found.modules)
        found.libraries[.init(name: name, origin: origin)] = library
        return library
    }

    private func library(
        named name: String, origin: Origin, allowing allowance: Allowance?, _ modules: inout ModulePath.NamedModules
    ) throws(Diagnostics) -> Library {
        if let script = scripts.withLock({ $0[name] }) {
            if let refusal = allowance?.refusal(ofUnseen: name) { throw Diagnostics([refusal]) }
            return script
        }
        if let file = allowance?.accepted(name) { return try loaded(file) }
        switch (LibraryName(name), origin) {
        case (.bare, _): return try load(path.find(name, among: &modules), name, allowance)
        case (_, .remote): throw Diagnostics([refused(name)])
        case (.path, .file): return try load(LibraryFile(path: origin.place(of: name)), name, allowance)
        case (.soname, .file):
            if let refusal = allowance?.refusal(ofUnseen: name) { throw Diagnostics([refusal]) }
            return try system(name)
        }
    }

    private func load(
        _ file: LibraryFile, _ name: String, _ allowance: Allowance?
    ) throws(Diagnostics) -> Library {
        if let refusal = allowance?.refusal(of: file, as: name) { throw Diagnostics([refusal]) }
        return try loaded(file)
    }

    private func loaded(_ file: LibraryFile) throws(Diagnostics) -> Library {
        do { return try Library.load(file, for: services) } catch { throw Diagnostics([error]) }
    }

    private func system(_ soname: String) throws(Diagnostics) -> Library {
        do { return try Library.system(soname) } catch { throw Diagnostics([error]) }
    }

    private func refused(_ name: String) -> Diagnostic {
        Diagnostic(
            .error, .module, code: .module(.notForRemote),
            "a fetched behaviour may not name \"\(name)\": only modules on the module path, by bare name",
            suggestion: "save the behaviour to a file and run that, if you trust it")
    }
}
