// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics

extension MainThread {
    /// Runs each function that waits now, and then each timer that is due. On the main thread.
    ///
    /// - Parameter services: those that the functions reach.
    /// - Returns: the nanoseconds until something is due again; nil if nothing waits.
    package func run(on services: HostServices) -> UInt64? {
        services.serve { () throws(Never) in takeDue { $0.run(on: services) } }
    }

    /// Drops everything of the modules of some libraries.
    package func drop(_ libraries: [Library]) -> [Dropped] { drop(Set(libraries.compactMap(\.mainThreadOwner))) }
}

extension MainThread.Job {
    /// Calls the function. Nobody is there to hear of a failure: it is logged.
    fileprivate func run(on services: HostServices) {
        do throws(Failure) {
            try CrashReport.noting("\(function.symbol), by the module \(owner.module)") { () throws(Failure) in
                try call(services.engine)
            }
        } catch {
            services.log(
                HostServices.Message(
                    .error, "a function that it handed to the main thread failed: \(error.excerpt)", from: owner.module
                ))
        }
    }

    private func call(_ engine: CallEngine) throws(Failure) {
        let callable: PointerFunction
        do { callable = try PointerFunction(releasing: function, by: engine) } catch {
            throw Failure(.argument, error.message)
        }
        _ = try callable.call(context)
    }
}
