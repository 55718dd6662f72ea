// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import Synchronization

/// The table of functions that a module is, with the call that makes it.
final class ModuleTable: Sendable {
    /// The table.
    let form: FunctionTable
    /// The module that has it.
    let source: Module
    /// The action that makes it; nil for a table that is data of the library.
    let maker: Action?
    /// The arguments of that action, known once its plan is made.
    private let arguments = Mutex<[Argument]>([])

    init(_ form: FunctionTable, of source: Module, madeBy maker: Action? = nil) {
        self.form = form
        self.source = source
        self.maker = maker
        form.keep(source)
    }

    /// Sets the arguments of the action that makes it, which are known to fit.
    func setArguments(_ arguments: [Argument]) { self.arguments.withLock { $0 = arguments } }

    /// Makes the table, or finds again where it stands.
    ///
    /// - Throws: why there is none.
    func start(on host: ModuleHost) throws(Failure) {
        guard let maker else { return form.read() }
        let call = PreparedCall(maker)
        let mistakes = call.encode(
            arguments.withLock { $0 }, naming: host)
        if let mistake = mistakes.first { throw Failure(.argument, Diagnostic.misfit(mistake, in: maker).message) }
        try form.make(by: call)
    }

    /// Gives a table back that its declaration lets the caller release.
    func stop() throws(Failure) {
        if let maker { try form.release(by: maker) }
    }

    /// The diagnostic of an action that the table does not have.
    func missing(_ symbol: String, of module: String) -> Diagnostic {
        if form.dataNames.contains(symbol) {
            return Diagnostic(
                .error, .module, code: .action(.missing),
                "\(symbol) of the table \(module) is data, not a pointer to a function")
        }
        let names = form.entries.map(\.name)
        return Diagnostic(
            .error, .module, code: .action(.missing), "the table \(module) has no entry \"\(symbol)\"",
            suggestion: didYouMean(symbol, among: names) ?? "it has " + names.prefix(8).joined(separator: ", "))
    }
}
