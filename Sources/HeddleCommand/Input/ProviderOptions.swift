// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Heddle
import HeddleDiagnostics

/// The option for services that only other programs have.
struct ProviderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Offer modules the services that this module names by HEDDLE_OFFERS.",
            discussion: "It stands in for the program whose services a module needs.", valueName: "module"),
        completion: .file(extensions: ["so"]))
    var offer: [String] = []

    /// The option as it is given to a further process.
    var arguments: [String] { offer.flatMap { ["--offer", $0] } }

    /// Offers the services to the modules of a host.
    func offer(to host: ModuleHost) throws(Diagnostics) {
        try host.offerServices(ofModules: offer)
    }
}
