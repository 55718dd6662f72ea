// SPDX-License-Identifier: Apache-2.0

/// The detail of the console report.
package enum ConsoleDetail: Sendable {
    /// Only cases, calls and expectations that failed, warnings, messages, findings and the summary.
    case problems
    /// A line for each case, and for each call outside of cases.
    case usual
    /// Also the calls and the output of each case, below its line.
    case calls
}
