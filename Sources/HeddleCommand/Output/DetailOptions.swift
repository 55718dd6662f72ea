// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleReport

/// The options for how much the console shows of cases.
struct DetailOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Show only cases that did not pass, warnings and the summary.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Show the calls and the output of all cases.")
    var verbose = false

    var detail: ConsoleDetail { quiet ? .problems : verbose ? .calls : .usual }

    func validate(beside output: OutputOptions) throws {
        if quiet, verbose { throw ValidationError("--quiet and --verbose contradict each other") }
        if quiet { try output.requireConsole(for: "--quiet") }
        if verbose { try output.requireConsole(for: "--verbose") }
    }
}
