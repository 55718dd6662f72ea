// SPDX-License-Identifier: Apache-2.0

public import HeddleDeclarations

/// The code of a hook by its name, as a behaviour names it: an aspect with its options, or a function of a module.
///
/// ```swift
/// let reference: HookReference = "audit.check"
/// let retrying = HookReference.aspect("retry", ["attempts": 3, "backoff": "10 ms"])
/// ```
public struct HookReference: Sendable, ExpressibleByStringLiteral {
    /// The name of an aspect, or `module.symbol`.
    public let name: String
    /// The options of the aspect, an object; nil for none.
    public let options: Value?

    /// Refers to an aspect without options, or to a function.
    public init(stringLiteral name: String) {
        self.init(name: name, options: nil)
    }

    private init(name: String, options: Value?) {
        self.name = name
        self.options = options
    }

    /// An aspect of Heddle, such as `log` or `cache`, with its options.
    public static func aspect(_ name: String, _ options: Value? = nil) -> HookReference {
        HookReference(name: name, options: options)
    }

    /// A function of a loaded module: a `heddle_hook`, or a plain function whose parameters are a prefix of the
    /// action's.
    ///
    /// - Parameter symbol: `module.symbol`.
    public static func function(_ symbol: String) -> HookReference { HookReference(name: symbol, options: nil) }

    /// The aspect that logs calls.
    public static let log: HookReference = "log"
    /// The aspect that counts calls.
    public static let count: HookReference = "count"
    /// The aspect that measures the time of calls.
    public static let time: HookReference = "time"
    /// The aspect that sends a span for each call.
    public static let trace: HookReference = "trace"
}
