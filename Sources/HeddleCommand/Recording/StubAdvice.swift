// SPDX-License-Identifier: Apache-2.0

/// The modules to replace where those that were chosen cannot be.
struct StubAdvice {
    /// The advice; nil where there is none.
    let words: String?

    /// The advice for modules that call functions which answers cannot call.
    ///
    /// - Parameters:
    ///   - stubs: the modules that are replaced.
    ///   - all: those that can be.
    ///   - silent: those among the replaced ones whose answers call no functions.
    init(replacing stubs: [String], among all: [String], silent: Set<String>) {
        guard !silent.isEmpty else {
            words = nil
            return
        }
        let others = all.filter { !silent.contains($0) }
        let subject = all.filter(silent.contains).joined(separator: " and ")
        let reason = "answers cannot call what \(subject) calls from threads or by structures"
        words =
            others.isEmpty
            ? "\(reason): record it without stubs" : "\(reason): replace only others, \(Self.options(others))"
    }

    /// The advice for modules that share a library with others, and so its handles.
    ///
    /// - Parameter sharing: the modules that have the libraries of those that are replaced.
    init(replacing stubs: [String], among all: [String], sharing: [String]) {
        let wanted = all.filter { stubs.contains($0) || sharing.contains($0) }
        words = wanted == stubs ? nil : "replace all modules of the library: \(Self.options(wanted))"
    }

    private static func options(_ modules: [String]) -> String {
        modules.map { "--stub \($0)" }.joined(separator: " ")
    }
}
