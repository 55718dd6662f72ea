// SPDX-License-Identifier: Apache-2.0

public import Declarations
public import Logging

/// `log`: a line for each side of a call that it looks at, the arguments before and the outcome after.
///
///     z.crc32(0, "hello", 5)
///     z.crc32 returned 907060870
public struct LogAspect: Observer {
    private let logger: Logger
    private let level: Logger.Level
    private let prefix: String

    /// Creates the aspect.
    ///
    /// - Parameter label: stands in front of each line.
    public init(logger: Logger, level: Logger.Level = .info, label: String? = nil) {
        self.logger = logger
        self.level = level
        self.prefix = label.map { "\($0.excerpt()) " } ?? ""
    }

    /// Logs the call with its arguments, which are decoded only where the level is logged.
    public func entered(_ call: some ObservedCall) -> UInt64 {
        logger.log(level: level, "\(prefix)\(call.action.excerpt(calledWith: call.arguments))")
        return 0
    }

    /// Logs the outcome.
    public func left(_ call: some ObservedCall, since entered: UInt64) {
        logger.log(level: level, "\(prefix)\(call.action.excerpt) \(Self.words(for: call.outcome))")
    }

    /// Nothing: all was said in the log.
    public func findings() -> [Finding] { [] }

    private static func words(for outcome: Outcome?) -> String {
        switch outcome {
        case .returned(let result?): "returned \(result.excerpt(limit: 80))"
        case .returned(nil): "returned"
        case .failed(let failure): "failed: \(failure.excerpt)"
        case nil: "has no outcome"
        }
    }
}

extension LogAspect {
    static let recipe = AspectRecipe(name: "log", options: ["level", "label"], use: { AspectUse($0) }) {
        order throws(AspectError) in
        LogAspect(
            logger: order.logger, level: try order.options.level("level") ?? .info,
            label: try order.options.text("label"))
    }
}
