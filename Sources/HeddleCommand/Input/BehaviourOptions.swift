// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Heddle
import HeddleDiagnostics

/// The options of commands that run a behaviour, or plan one.
struct BehaviourOptions: ParsableArguments {
    @OptionGroup var host: HostOptions
    @OptionGroup var settings: SettingOptions

    /// The options as they are given to a further process.
    var arguments: [String] { host.arguments + settings.arguments }

    /// A host as the options want it, with the values that they give to settings.
    func makeHost() throws(Diagnostics) -> ModuleHost {
        let made = try host.makeHost()
        made.settings = settings.values
        return made
    }
}
