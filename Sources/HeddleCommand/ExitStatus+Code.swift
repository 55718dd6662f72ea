// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import HeddleDiagnostics

extension ExitStatus {
    /// The status as the argument parser takes it.
    var code: ExitCode { ExitCode(rawValue) }
}
