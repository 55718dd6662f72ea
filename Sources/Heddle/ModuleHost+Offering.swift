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

    /// Offers the services of a module by `HEDDLE_OFFERS`, as if they were the program's.
    ///
    /// - Parameter module: its file, or a name on the module path.
    /// - Throws: why it cannot be loaded, and that it offers none.
    package func offerServices(ofModule module: String) throws(Diagnostics) {
        var libraries = FoundLibraries()
        let library = try locator.library(
            named: module, origin: .program, allowing: registry.allowance, among: &libraries)
        let names = library.description?.offersToModules ?? []
        if names.isEmpty { throw Diagnostics([.offersNothing(module)]) }
        for name in names {
            if let table = library.offered(name) { services.offer(name, table) }
        }
    }

    /// Loads a library for this host, without a module: its constructors run, and it gets the host's table.
    package func loadLibrary(_ file: LibraryFile) throws(Diagnostic) -> Library {
        try Library.load(file, for: services)
    }

    /// Runs `body` with the services of this host for the modules that it calls.
    package func serve<Result>(_ body: () -> Result) -> Result { services.serve(body) }
}

extension Diagnostic {
    package static func offersNothing(_ module: String) -> Diagnostic {
        Diagnostic(
            .error, .module, code: .module(.needs), "the module \(module) offers no service",
            suggestion: "HEDDLE_OFFERS(\"com.example.canvas\", canvas_table, canvas) in its source offers one")
    }
}

extension Module {
    /// The table of a service that the module offers by `HEDDLE_OFFERS`; nil if it offers none of that name.
    public func service(_ name: String) -> ServiceTable? { table == nil ? library.offered(name) : nil }
}
