// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
import HeddleDiagnostics
import HeddleSchema

/// `rewrite`: replaces arguments and the result. A call that failed stays failed.
///
/// The caller of the rule rewrites the arguments before it follows the course.
package struct RewriteRule<Output: Sendable>: AspectRule {
    private let rewrite: (@Sendable (Output) throws -> Output)?

    /// Creates the rule.
    ///
    /// - Parameter rewrite: makes the new result from the result of the call; an error fails the call. Nil leaves the
    ///   result unchanged.
    package init(_ rewrite: (@Sendable (Output) throws -> Output)?) {
        self.rewrite = rewrite
    }

    /// Lets the call proceed, and rewrites its result.
    package func course() -> Course<Output> {
        .proceed { ending in
            guard let rewrite, case .success(let output)? = ending else { return .done }
            do { return .answer(try rewrite(output)) } catch { return .fail(error) }
        }
    }
}

// MARK: In a behaviour

extension AspectRecipe {
    static let rewrite = intercepting(
        "rewrite", "Replaces arguments by constants, or the result of a call that returned.",
        RewriteOptions.self, positions: HookPosition.allCases
    ) { options, context throws(AspectError) in
        let clock = context.clock
        return { target throws(AspectError) in
            RewriteInterceptor(
                arguments: try target.replacements(options), result: try target.replacement(options), clock: clock)
        }
    }
}

private struct RewriteOptions: OptionDraft {
    var arguments: [LocatedMember]?
    var result: Located<Value>?

    static func keys(at position: HookPosition) -> [OptionForm<Self>.Key] {
        [
            position == .after
                ? .refused("arguments", \.arguments, because: "after the call it is too late")
                : .optional(
                    "arguments", \.arguments, .literals,
                    "Constants that replace arguments, by the names of the arguments."),
            position == .before
                ? .refused("result", \.result, because: "before the call there is none")
                : .optional("result", \.result, .literal, "A constant that replaces the result."),
        ]
    }

    static var rules: [KeyRule<Self>] { [.anyOf([\.arguments, \.result])] }
}

extension AspectTarget {
    fileprivate func replacements(
        _ options: AspectOptions<RewriteOptions>
    ) throws(AspectError) -> [(index: Int, value: Value)] {
        var replacements: [(index: Int, value: Value)] = []
        for member in options.arguments ?? [] {
            let name = options.place(\.arguments, at: member.name.range)
            let position = try position(of: member.name.value, of: "rewrite", name)
            let index = signature.given[position]
            let parameter = signature.parameters[index]
            let place = options.place(\.arguments, at: member.value.range)
            let value = try resolved(
                member.value.value, as: parameter.crossing.type, of: "rewrite", place, isSecret: parameter.isSecret)
            if let misfit = misfit(of: value, forParameter: index) {
                throw unfit("rewrite", option: place, "\(member.name.value): \(misfit)")
            }
            replacements.append((position, value))
        }
        return replacements
    }

    fileprivate func replacement(_ options: AspectOptions<RewriteOptions>) throws(AspectError) -> Value? {
        guard let result = options.result?.value else { return nil }
        let value = try resolved(result, as: signature.resultCrossing.type, of: "rewrite", options.place(\.result))
        if let misfit = misfit(ofResult: value) { throw unfit("rewrite", option: options.place(\.result), misfit) }
        return value
    }
}

/// `rewrite` in a hook: constants for some arguments, and for the result.
package struct RewriteInterceptor: Interceptor {
    private let arguments: [(index: Int, value: Value)]
    private let rule: RewriteRule<Value?>
    private let clock: any AspectClock

    /// Creates the interceptor.
    ///
    /// - Parameters:
    ///   - arguments: the new arguments by position, without out-parameters and the instance.
    ///   - result: the new result; nil leaves it unchanged.
    package init(arguments: [(index: Int, value: Value)] = [], result: Value? = nil, clock: any AspectClock) {
        self.arguments = arguments
        self.clock = clock
        rule = RewriteRule(result.map { result in { @Sendable _ in result } })
    }

    /// Rewrites the arguments, lets the call proceed, and rewrites the result.
    package func around(_ call: borrowing some InterceptedCall & ~Copyable) {
        for argument in arguments {
            do {
                try call.setArgument(argument.index, to: argument.value)
            } catch {
                call.fail(Failure(.misfit, "rewrite has no fitting argument: \(error)"))
                return
            }
        }
        call.follow(rule.course(), clock, for: "rewrite")
    }
}
