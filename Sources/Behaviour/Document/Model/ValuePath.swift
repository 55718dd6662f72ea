// SPDX-License-Identifier: Apache-2.0

/// A part of an outcome.
public enum ValuePath: Hashable, Sendable, CustomStringConvertible {
    /// What the action returned.
    case result
    /// An out-parameter, by its name.
    case out(String)
    /// `errno` as the action left it.
    case errno
    /// Why the call failed.
    case failure

    /// The part that a text names: `result`, `out.NAME`, `errno` or `failure`; nil for any other.
    public init?(_ text: String) {
        switch text {
        case "result": self = .result
        case "errno": self = .errno
        case "failure": self = .failure
        case let text where text.hasPrefix("out.") && text.count > 4: self = .out(String(text.dropFirst(4)))
        default: return nil
        }
    }

    /// The text that names it.
    public var description: String {
        switch self {
        case .result: "result"
        case .out(let name): "out.\(name)"
        case .errno: "errno"
        case .failure: "failure"
        }
    }
}
