// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleSchema

extension AspectRecipe {
    static let cache = intercepting(
        "cache", "Answers with what the action returned for the same arguments before. Failures are not kept.",
        options: [
            .optional(
                "capacity",
                .whole(1...10_000_000).defaulting(to: .whole(128))
                    .described("How many answers are kept; the one that was longest not asked for goes first.")),
            .optional("ttl", .span.described("How long an answer is good, counted from the call that gave it.")),
            .optional(
                "key", .differentTexts.described("The names of the arguments that tell calls apart; all unless given.")),
        ]
    ) { order throws(AspectError) in
        let (options, clock) = (order.options, order.clock)
        let capacity = try options.whole("capacity", 1...10_000_000) ?? 128
        let life = try options.span("ttl")
        let names = try options.texts("key")
        return { target throws(AspectError) in
            let positions = try target.cacheKey(names)
            let rule = CacheRule<[UInt8], Value?>(capacity: capacity, life: life, clock: clock)
            return CourseInterceptor("cache", rule, clock) { rule.course(for: $0.cacheKey(positions)) }
        }
    }
}

extension AspectTarget {
    /// The positions of the arguments that make up the key, none of which may be a mere pointer; nil for all.
    fileprivate func cacheKey(_ names: [String]?) throws(AspectError) -> [Int]? {
        if signature.result.canonical == .void { throw unfit("cache", "it returns nothing to keep") }
        try checkRepeatable("cache")
        var positions: [Int] = []
        for name in names ?? [] { positions.append(try position(of: name, of: "cache", "key")) }
        let given = signature.given
        for position in names == nil ? Array(given.indices) : positions where takesHandle(at: given[position]) {
            let name = signature.parameters[given[position]].name ?? "\(position + 1)"
            throw unfit(
                "cache", option: names == nil ? nil : "key",
                "argument \(name) is a pointer, which says nothing of its value",
                "name the arguments that tell calls apart, as in \"key\": [\"NAME\"]")
        }
        return names == nil ? nil : positions
    }
}

extension ObservedCall {
    /// What tells calls apart, as bytes: to Swift two texts may be equal that C tells apart.
    ///
    /// - Parameter positions: of the arguments that count; nil for all. Further arguments always count.
    fileprivate func cacheKey(_ positions: [Int]?) -> [UInt8] {
        let arguments = arguments
        guard let positions else { return Array(Value.array(arguments).json.utf8) }
        let further = arguments.dropFirst(signature.given.count)
        return Array(Value.array(positions.map { arguments[$0] } + further).json.utf8)
    }
}
