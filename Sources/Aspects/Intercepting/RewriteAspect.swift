// SPDX-License-Identifier: Apache-2.0

public import Declarations

/// `rewrite`: puts constants in the place of arguments and of the result. A call that failed stays failed.
public struct RewriteAspect: Interceptor {
    private let arguments: [(index: Int, value: Value)]
    private let result: Value?

    /// Creates the aspect.
    ///
    /// - Parameters:
    ///   - arguments: by position among those that a caller gives.
    ///   - result: nil leaves it as it is.
    public init(arguments: [(index: Int, value: Value)] = [], result: Value? = nil) {
        self.arguments = arguments
        self.result = result
    }

    /// Rewrites the arguments, lets the call proceed, and rewrites the result.
    public func around(_ call: borrowing some InterceptedCall & ~Copyable) {
        for argument in arguments {
            do {
                try call.setArgument(argument.index, to: argument.value)
            } catch {
                call.fail(Failure(code: "misfit", message: "rewrite has no fitting argument: \(error)"))
                return
            }
        }
        let outcome = call.proceed()
        if let result, case .returned? = outcome { call.answer(result, for: "rewrite") }
    }
}

extension RewriteAspect {
    static let recipe = AspectRecipe.intercepting(
        "rewrite", options: ["arguments", "result"], positions: HookPosition.allCases
    ) { order throws(AspectError) in
        let options = order.options
        let members = try options.members("arguments")
        let result = options["result"]
        if members == nil, result == nil {
            throw .missingOption(nil, aspect: "rewrite", message: "needs the option arguments or result, or both")
        }
        if members != nil, order.position == .after { throw options.bad("arguments", "after the call it is too late") }
        if result != nil, order.position == .before { throw options.bad("result", "before the call there is none") }
        return { target throws(AspectError) in
            if let result, let misfit = target.misfit(ofResult: result) {
                throw target.unfit("rewrite", option: "result", misfit)
            }
            return RewriteAspect(arguments: try arguments(members ?? [], of: target), result: result)
        }
    }

    private static func arguments(
        _ members: [Value.Member], of target: any AspectTarget
    ) throws(AspectError) -> [(index: Int, value: Value)] {
        var arguments: [(index: Int, value: Value)] = []
        for member in members {
            let position = try target.position(of: member.name, of: "rewrite", "arguments")
            if let misfit = target.misfit(of: member.value, forParameter: target.signature.given[position]) {
                throw target.unfit("rewrite", option: "arguments", "\(member.name): \(misfit)")
            }
            arguments.append((position, member.value))
        }
        return arguments
    }
}
