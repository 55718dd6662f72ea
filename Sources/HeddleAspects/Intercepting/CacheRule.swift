// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
import HeddleDiagnostics
import HeddleSchema
import Synchronization

/// `cache`: answers a call with the earlier result for the same arguments.
///
/// It does not keep failures. Two calls that come at the same time with new arguments both run.
package final class CacheRule<Key: Hashable & Sendable, Output: Sendable>: AspectRule {
    private struct Kept {
        let output: Output
        let until: UInt64
    }

    private struct State {
        var answers: LRUCache<Key, Kept>
        var hits = 0
        var misses = 0
        var evicted = 0
        var expired = 0

        mutating func find(_ key: Key, _ now: UInt64) -> Output? {
            let kept = answers[key]
            if let kept, now < kept.until {
                hits += 1
                return kept.output
            }
            misses += 1
            expired += kept == nil ? 0 : 1
            return nil
        }
    }

    private let life: UInt64?
    private let clock: any TimeSource
    private let state: Mutex<State>

    /// Creates the rule.
    ///
    /// - Parameters:
    ///   - capacity: the maximum number of answers, at least one; the least recently used one is dropped first.
    ///   - life: the lifetime of an answer in nanoseconds; nil for no limit.
    package init(capacity: Int, life: UInt64? = nil, clock: any TimeSource) {
        self.life = life
        self.clock = clock
        state = Mutex(State(answers: LRUCache(capacity: capacity)))
    }

    /// Answers from the cache, or lets the call proceed and keeps its result.
    ///
    /// - Parameter key: distinguishes calls.
    package func course(for key: Key) -> Course<Output> {
        let now = clock.now
        guard let known = state.withLock({ $0.find(key, now) }) else { return ask(key, now) }
        return .answer(known) {
            self.state.withLock { ($0.hits, $0.misses) = ($0.hits - 1, $0.misses + 1) }
            return self.ask(key, now)
        }
    }

    /// `hits`, `misses`, and the numbers of answers that were `evicted` (the cache was full) or `expired`.
    package func facts() -> [Value.Member] {
        state.withLock {
            [
                Value.Member("hits", $0.hits), Value.Member("misses", $0.misses), Value.Member("evicted", $0.evicted),
                Value.Member("expired", $0.expired),
            ]
        }
    }

    private func ask(_ key: Key, _ now: UInt64) -> Course<Output> {
        .proceed { ending in
            if case .success(let output)? = ending { self.keep(output, since: now, for: key) }
            return .done
        }
    }

    /// An answer is as old as the call that gave it.
    private func keep(_ output: Output, since start: UInt64, for key: Key) {
        let until = life.map { start.addingReportingOverflow($0) }.map { $0.overflow ? .max : $0.partialValue } ?? .max
        state.withLock { if $0.answers.keep(Kept(output: output, until: until), for: key) { $0.evicted += 1 } }
    }
}

// MARK: In a behaviour

extension AspectRecipe {
    static let cache = intercepting(
        "cache", "Answers repeated arguments with the earlier result. It does not keep failures.",
        CacheOptions.self
    ) { options, context throws(AspectError) in
        let clock = context.clock
        return { target throws(AspectError) in
            let positions = try target.cacheKey(options)
            let rule = CacheRule<CacheKey, Value?>(capacity: options.capacity, life: options.life, clock: clock)
            return CourseInterceptor("cache", rule, clock) { rule.course(for: $0.cacheKey(positions)) }
        }
    }
}

private struct CacheOptions: OptionDraft {
    var capacity = 128
    var life: UInt64?
    var key: [Located<String>]?

    static func keys(at _: HookPosition) -> [OptionForm<Self>.Key] {
        [
            .optional(
                "capacity", \.capacity, .whole(1...10_000_000),
                "The maximum number of answers; the least recently used one is dropped first."),
            .optional("ttl", \.life, .span, "The lifetime of an answer, counted from its call."),
            .optional(
                "key", \.key, .differentTexts,
                "The names of the arguments that distinguish calls; all by default."),
        ]
    }
}

extension AspectTarget {
    /// The positions of the arguments that form the key; none may be a pointer without a value. Nil for all.
    fileprivate func cacheKey(_ options: AspectOptions<CacheOptions>) throws(AspectError) -> [Int]? {
        let (names, place) = (options.key, options.place(\.key))
        if signature.result.canonical == .void { throw unfit("cache", "it returns nothing to keep") }
        try checkRepeatable("cache")
        var positions: [Int] = []
        for name in names ?? [] {
            positions.append(try position(of: name.value, of: "cache", options.place(\.key, at: name.range)))
        }
        let given = signature.given
        for position in names == nil ? Array(given.indices) : positions where takesHandle(at: given[position]) {
            throw .pointerInKey(
                signature.name(of: given[position]), of: self.name, option: names == nil ? nil : place,
                mend: "name the arguments that tell calls apart, as in \"key\": [\"NAME\"]")
        }
        return names == nil ? nil : positions
    }
}

extension AspectError {
    /// An argument that is a pointer is to distinguish calls.
    package static func pointerInKey(
        _ argument: String, of action: ActionName, option: OptionPlace? = nil, mend: String
    ) -> AspectError {
        .unfit(
            option, aspect: "cache", action: action,
            message: "argument \(argument) is a pointer, and an address does not tell calls apart", suggestion: mend)
    }
}

/// A key that distinguishes calls of an action. It is made of bytes: Swift may consider two texts equal that differ in
/// C, and two numbers.
package struct CacheKey: Hashable, Sendable {
    private let bytes: [UInt8]

    /// Creates the key of some arguments.
    package init(_ arguments: [Value]) {
        bytes = Array(Value.array(arguments).showingKeptBytes.json.utf8)
    }
}

extension ObservedCall {
    /// The key that distinguishes calls.
    ///
    /// - Parameter positions: the positions of the arguments that count; nil for all. Variadic arguments always count.
    fileprivate func cacheKey(_ positions: [Int]?) -> CacheKey {
        let arguments = arguments
        guard let positions else { return CacheKey(arguments) }
        let further = arguments.dropFirst(signature.given.count)
        return CacheKey(positions.map { arguments[$0] } + further)
    }
}
