// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// A part of an outcome: `result`, `result.corners[2].x`, `out.count`, `errno`, `failure.code`.
package struct ValuePath: Hashable, Sendable, CustomStringConvertible {
    /// What an outcome consists of.
    package enum Root: Hashable, Sendable {
        /// What the action returned.
        case result
        /// An out-parameter, by its name.
        case out(String)
        /// `errno` as the action left it.
        case errno
        /// Why the call failed.
        case failure
    }

    /// What of the outcome it leads into.
    package let root: Root
    /// The way from there on; none for all of it.
    package let part: PartPath

    /// Creates a path.
    package init(_ root: Root, _ part: PartPath = PartPath()) {
        self.root = root
        self.part = part
    }

    /// The part that a text names; nil where it names none.
    package init?(_ text: String) {
        guard let (name, path) = PartPath.split(text) else { return nil }
        switch (name, path.steps.first) {
        case ("result", _): self.init(.result, path)
        case ("errno", nil): self.init(.errno)
        case ("failure", nil), ("failure", .member("code")), ("failure", .member("message")):
            if path.steps.count > 1 { return nil }
            self.init(.failure, path)
        case ("out", .member(let parameter)): self.init(.out(parameter), PartPath(Array(path.steps.dropFirst())))
        default: return nil
        }
    }

    /// The text that names it.
    package var description: String { root.description + part.description }

    /// All that the action returned.
    package static let result = ValuePath(.result)
    /// `errno` as the action left it.
    package static let errno = ValuePath(.errno)
    /// Why the call failed.
    package static let failure = ValuePath(.failure)
    /// All of an out-parameter.
    package static func out(_ name: String) -> ValuePath { ValuePath(.out(name)) }
}

extension ValuePath.Root: CustomStringConvertible {
    /// The text that names it.
    package var description: String {
        switch self {
        case .result: "result"
        case .out(let name): "out.\(name)"
        case .errno: "errno"
        case .failure: "failure"
        }
    }
}
