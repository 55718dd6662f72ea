// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics

/// A module's instance: made from its configuration before the first call, destroyed after the last.
@safe package final class Instance: @unchecked Sendable {
    private let module: String
    private let create: PointerFunction
    private let destroy: PointerFunction
    /// The function that destroys it, as hooks see it: the instance is no argument that somebody gives.
    package let destruction: Signature
    private let configuration: Configuration
    private let box: InstanceBox

    /// Binds the lifecycle of a module; nil when it has no instances.
    ///
    /// - Parameters:
    ///   - module: the name by which reports of crashes call it.
    ///   - engine: what makes the calls of its functions.
    /// - Throws: where the functions that its description names are missing.
    package init?(
        of library: Library, named module: String, config: Value?, box: InstanceBox,
        calls engine: CallEngine = .preferred
    )
        throws(Diagnostic)
    {
        guard let create = library.description?.create, let destroy = library.description?.destroy else { return nil }
        self.module = module
        self.create = try PointerFunction(create, in: library, by: engine)
        self.destroy = try PointerFunction(destroy, in: library, by: engine)
        destruction = Signature(
            symbol: destroy.symbol, result: destroy.result,
            parameters: destroy.parameters.map { Parameter(name: $0.name, type: $0.type, isInstance: true) })
        configuration = Configuration(config, declaredBy: library.description?.settings, of: module)
        self.box = box
    }

    /// The value of a part of its configuration, or of the default that the module declares; nil if there is none.
    package func configured(_ path: PartPath) -> Value? { configuration.value(at: path) }

    /// An action that does nothing, for the hooks that run before the instance is destroyed: they see the instance
    /// and can neither replace its end nor keep it from coming.
    ///
    /// - Parameter name: the name that they see.
    package func beforeDestruction(named name: ActionName) throws(Unsupported) -> Action {
        let nothing: @convention(c) (UnsafeMutableRawPointer?) -> Void = { _ in }
        let function = unsafe Function(
            symbol: destruction.symbol, address: unsafeBitCast(nothing, to: UnsafeMutableRawPointer.self),
            library: destroy.function.library)
        return try Action(name, destruction, function: function, instance: box)
    }

    /// True from its making to its end.
    package var isMade: Bool { box.address != 0 }

    /// Returns whether this object and another one stand for the same instance of the module.
    package func isSame(as other: Instance) -> Bool { box.address != 0 && box.address == other.box.address }

    /// Makes the instance.
    ///
    /// - Parameter services: those of the host that destroys it with its box, when neither the module nor an action
    ///   refers to that any more; nil to leave it to ``stop()``.
    /// - Throws: what the module said, or an exception that left it.
    package func start(endingWithBoxFor services: HostServices? = nil) throws(Failure) {
        // Kept for ever, as the instance may keep texts of it.
        let config = unsafe Unmanaged.passRetained(configuration).toOpaque()
        let argument = UInt(bitPattern: config)
        let instance = try CrashReport.noting("\(module).\(create.function.symbol), which makes the instance") {
            () throws(Failure) in try create.call(argument)
        }
        guard instance != 0 else {
            throw Failure(.noInstance, "create returned null and gave no reason")
        }
        box.address = instance
        if let services {
            box.destroyAtEnd { [module, destroy] in Self.destroy($0, of: module, by: destroy, for: services) }
        }
    }

    /// Destroys the instance, if there is one.
    ///
    /// - Throws: what the module said, or an exception that left it.
    package func stop() throws(Failure) {
        let address = box.address
        guard address != 0 else { return }
        box.address = 0
        try Self.end(address, of: module, by: destroy)
    }

    /// Nobody is there to hear of a failure: the host of the module logs it.
    private static func destroy(
        _ address: UInt, of module: String, by destroy: PointerFunction, for services: HostServices
    ) {
        do throws(Failure) {
            try services.serveThread { () throws(Failure) in try end(address, of: module, by: destroy) }
        } catch {
            services.warn("the module \(module) did not destroy its instance: \(error.excerpt)", about: module)
        }
    }

    private static func end(_ address: UInt, of module: String, by destroy: PointerFunction) throws(Failure) {
        _ = try CrashReport.noting("\(module).\(destroy.function.symbol), which destroys the instance") {
            () throws(Failure) in try destroy.call(address)
        }
    }
}
