// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
package import HeddleDeclarations
package import HeddleDiagnostics
internal import Synchronization

/// The services of a host for its modules: the Swift side of `heddle_host`.
///
/// Modules belong to the process, so the services that a module reaches are those of the host that calls it:
/// ``serve(_:)`` sets them for a thread. A thread that a module made itself reaches those that the module has used last
/// on a thread of a host; one that has used none yet reaches those that served last.
@safe package final class HostServices: Sendable {
    /// A message of a module.
    package struct Message: Sendable {
        /// The degree to which it matters.
        package let level: MessageLevel
        /// The text, unchecked.
        package let text: String
        /// The name of the module that says it, or that it is said about: its own, or its path where it has none.
        package let module: String

        init(_ level: MessageLevel, _ text: String, from module: String) {
            self.level = level
            self.text = text
            self.module = module
        }
    }

    /// An action with the names that its declaration may use.
    package typealias Found = (action: Action, scope: DeclarationScope)

    let log: @Sendable (Message) -> Void
    let emit: @Sendable (String, String?) -> Void
    let find: @Sendable (String) -> Found?
    /// The engine for calls.
    let engine: CallEngine
    /// The main thread of the host.
    package let main = MainThread()
    /// The program that the host belongs to.
    package let identity: HostIdentity
    /// The tables that the program offers to modules, and the one of its identity, by the names of the services.
    private let offers = Mutex<[String: ServiceTable]>([:])

    private static let last = Mutex<HostServices?>(nil)

    /// Creates services.
    ///
    /// - Parameters:
    ///   - log: writes a message; called on any thread.
    ///   - emit: takes an event with JSON text; called on any thread.
    ///   - find: looks up an action by `module.action`; called on any thread.
    ///   - identity: the program that the host belongs to.
    ///   - engine: the engine for calls.
    package init(
        log: @escaping @Sendable (Message) -> Void, emit: @escaping @Sendable (String, String?) -> Void,
        find: @escaping @Sendable (String) -> Found?, identity: HostIdentity = .program,
        calls engine: CallEngine = .preferred
    ) {
        self.log = log
        self.emit = emit
        self.find = find
        self.identity = identity
        self.engine = engine
    }

    /// Writes a warning of the host about a module.
    package func warn(_ text: String, about module: String) { log(Message(.warning, text, from: module)) }

    /// Offers modules a table by the name of a service. An earlier one of that name stays in the process.
    package func offer(_ service: String, _ table: ServiceTable) { offers.withLock { $0[service] = table } }

    /// The table of a service that the program offers; nil if it offers none of that name.
    func offered(_ service: String) -> ServiceTable? { offers.withLock { $0[service] } }

    /// Returns whether the program offers a service of a name.
    package func offers(_ service: String) -> Bool { offered(service) != nil }

    /// The table of ``identity``.
    var identityTable: ServiceTable? {
        offers.withLock { offers in
            let service = "heddle.identity"
            if offers[service] == nil { offers[service] = identity.makeTable() }
            return offers[service]
        }
    }

    /// Runs `body` with these services for the modules that it calls.
    package func serve<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        // Released outside of the lock: what the one before refers to may do anything when it goes.
        let previous = Self.last.withLock { last in
            defer { last = self }
            return last
        }
        withExtendedLifetime(previous) {}
        return try serveThread(body)
    }

    /// The same for the calling thread alone.
    func serveThread<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let outer = unsafe heddle_host_context()
        unsafe heddle_set_host_context(Unmanaged.passUnretained(self).toOpaque())
        defer { unsafe heddle_set_host_context(outer) }
        return try body()
    }

    /// Those that serve the calling thread.
    static var current: HostServices? { serving ?? last.withLock { $0 } }

    /// Those that serve the calling thread; nil on a thread that a module made itself.
    static var serving: HostServices? {
        guard let context = unsafe heddle_host_context() else { return nil }
        return unsafe Unmanaged<HostServices>.fromOpaque(context).takeUnretainedValue()
    }
}
