// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

extension Failure {
    /// The hook that it came from, and the failures that it replaced with theirs, on one line each.
    var originLines: [String] { (hook.map { ["it came from \($0)"] } ?? []) + replacedLines }

    private var replacedLines: [String] {
        suppressed.flatMap { earlier in
            ["replaced \(earlier.excerpt)\(earlier.hook.map { ", from \($0)" } ?? "")"] + earlier.replacedLines
        }
    }
}
