// SPDX-License-Identifier: Apache-2.0

/// The command line of a worker of `heddle serve`.
package enum ServedWorker {
    /// The verb of `heddle`.
    package static let verb = "serve-worker"

    /// The options beside the path of modules.
    package enum Option: String, Sendable {
        /// No modules are loaded but those that are allowed.
        case restricted
        /// A module that may be loaded.
        case allowModule = "allow-module"
        /// The SHA-256 that the file of a module must have, a slash, and the module.
        case allowHash = "allow-hash"
        /// A pattern of actions that may be called.
        case allowAction = "allow-action"
        /// The collector of OpenTelemetry that gets the runs as traces.
        case otlp
        /// The name of the host, for the collector.
        case instance

        /// The option as it is written.
        package var word: String { "--\(rawValue)" }
    }
}
