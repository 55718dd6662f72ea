// SPDX-License-Identifier: Apache-2.0

public import HeddleDiagnostics
internal import HeddleDeclarations
public import HeddleForeign

extension ModuleHost {
    /// Offers the modules of this host a service of the program: a table by a name, such as `com.example.canvas`.
    ///
    /// ```swift
    /// let canvas = UnsafeMutablePointer<canvas_table>.allocate(capacity: 1)
    /// unsafe canvas.initialize(to: canvas_table(size: MemoryLayout<canvas_table>.size, clear: clearCanvas))
    /// try host.offer("com.example.canvas", unsafe ServiceTable(canvas))
    /// ```
    ///
    /// A module gets it by `HEDDLE_SERVICE(canvas_table, "com.example.canvas")`. One that says
    /// `HEDDLE_NEEDS("com.example.canvas")` is refused by hosts that do not offer it, so offer before you load.
    ///
    /// - Parameters:
    ///   - service: the name. Names that begin with `heddle.` are Heddle's own.
    ///   - table: the table.
    /// - Throws: a name that is empty or Heddle's own.
    public func offer(_ service: String, _ table: ServiceTable) throws(Diagnostics) {
        guard !service.isEmpty, !service.hasPrefix("heddle."), !service.contains("\n") else {
            throw Diagnostics([
                Diagnostic(
                    .error, .module, code: .module(.name),
                    "a program cannot offer the service \(Value.string(service).excerpt())",
                    suggestion: "choose a name of your own, such as \"com.example.canvas\"")
            ])
        }
        services.offer(service, table)
    }

    /// Offers the services of modules by `HEDDLE_OFFERS`, as if they were the program's. One of them may need those of
    /// another one.
    ///
    /// - Parameter modules: their files, or names on the module path.
    /// - Throws: why one cannot be loaded, that it offers none, or one that another one has offered.
    package func offerServices(ofModules modules: [String]) throws(Diagnostics) {
        var waiting = modules
        while !waiting.isEmpty {
            var refused: [(module: String, reason: Diagnostics)] = []
            for module in waiting {
                do throws(Diagnostics) { try offerServices(ofModule: module) } catch {
                    guard error.all.allSatisfy({ $0.code == .module(.needs) }) else { throw error }
                    refused.append((module, error))
                }
            }
            if refused.count == waiting.count { throw refused[0].reason }
            waiting = refused.map(\.module)
        }
    }

    private func offerServices(ofModule module: String) throws(Diagnostics) {
        var libraries = FoundLibraries()
        let library = try locator.library(
            named: module, origin: .program, allowing: registry.allowance, among: &libraries)
        let names = library.description?.offersToModules ?? []
        if names.isEmpty { throw Diagnostics([.offersNothing(module)]) }
        if let twice = names.first(where: services.offers) { throw Diagnostics([.offersAgain(twice, module)]) }
        for name in names {
            if let table = library.offered(name) { services.offer(name, table) }
        }
    }
}

extension Diagnostic {
    /// The diagnostic of a module that is to offer services, and has none.
    package static func offersNothing(_ module: String) -> Diagnostic {
        Diagnostic(
            .error, .module, code: .module(.name),
            "the module \(module) offers no service; names that begin with heddle. are Heddle's own",
            suggestion: "HEDDLE_OFFERS(\"com.example.canvas\", canvas_table, canvas) in its source offers one")
    }

    fileprivate static func offersAgain(_ service: String, _ module: String) -> Diagnostic {
        Diagnostic(
            .error, .module, code: .module(.name),
            "the module \(module) offers the service \(Value.string(service).excerpt()), which another one has offered",
            suggestion: "leave one of the two out")
    }
}

extension Module {
    /// The table of a service that the module offers by `HEDDLE_OFFERS`; nil if it offers none of that name.
    public func service(_ name: String) -> ServiceTable? { table == nil ? library.offered(name) : nil }
}
