// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
import HeddleSchema

extension AspectRecipe {
    static let rewrite = intercepting(
        "rewrite", "Puts constants in the place of arguments, or of the result of a call that returned.",
        options: [
            .byPosition("arguments") { position in
                position == .after
                    ? nil
                    : .members(.defined(.literal), described: "Constants in the place of arguments, by their names.")
            },
            .byPosition("result") { position in
                position == .before
                    ? nil : .defined(.literal).described("A constant in the place of the result.")
            },
        ], rules: [.eitherOf("arguments", "result")], positions: HookPosition.allCases
    ) { order throws(AspectError) in
        let (options, clock) = (order.options, order.clock)
        let members = try options.members("arguments")
        let result = options["result"]
        if members == nil, result == nil {
            throw .missingOption(nil, aspect: "rewrite", message: "needs the option arguments or result, or both")
        }
        if members != nil, order.position == .after { throw options.bad("arguments", "after the call it is too late") }
        if result != nil, order.position == .before { throw options.bad("result", "before the call there is none") }
        return { target throws(AspectError) in
            RewriteInterceptor(
                arguments: try target.replacements(members ?? []), result: try target.replacement(result), clock: clock)
        }
    }
}

extension AspectTarget {
    fileprivate func replacements(_ members: [Value.Member]) throws(AspectError) -> [(index: Int, value: Value)] {
        var replacements: [(index: Int, value: Value)] = []
        for member in members {
            let position = try position(of: member.name, of: "rewrite", "arguments")
            let index = signature.given[position]
            let parameter = signature.parameters[index]
            let value = try resolved(
                member.value, as: parameter.valueType, of: "rewrite", "arguments", isSecret: parameter.isSecret)
            if let misfit = misfit(of: value, forParameter: index) {
                throw unfit("rewrite", option: "arguments", "\(member.name): \(misfit)")
            }
            replacements.append((position, value))
        }
        return replacements
    }

    fileprivate func replacement(_ result: Value?) throws(AspectError) -> Value? {
        guard let result else { return nil }
        let value = try resolved(result, as: signature.result, of: "rewrite", "result")
        if let misfit = misfit(ofResult: value) { throw unfit("rewrite", option: "result", misfit) }
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
    ///   - arguments: by position among those that a caller gives.
    ///   - result: nil leaves it as it is.
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
