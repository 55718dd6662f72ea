// SPDX-License-Identifier: Apache-2.0

public import Declarations
import Synchronization

/// `cache`: answers a call with what the action returned when it was called with the same arguments before.
///
/// Failures are not kept. Two calls that come at the same time with new arguments both run. Texts are the same byte by
/// byte, whatever Unicode says of them.
public final class CacheAspect: Interceptor {
    fileprivate struct Kept {
        let result: Value
        let until: UInt64
    }

    fileprivate struct State {
        var answers: RecentAnswers<[UInt8], Kept>
        var hits = 0
        var misses = 0
        var evicted = 0
        var expired = 0
    }

    private let life: UInt64?
    private let key: [Int]?
    private let clock: any AspectClock
    private let state: Mutex<State>

    /// Creates the aspect.
    ///
    /// - Parameters:
    ///   - capacity: how many answers it keeps; the one that was longest not asked for goes first.
    ///   - life: for how many nanoseconds an answer is good; nil for ever.
    ///   - key: which arguments tell one call from another, by position; nil for all.
    public init(capacity: Int, life: UInt64? = nil, key: [Int]? = nil, clock: any AspectClock) {
        self.life = life
        self.key = key
        self.clock = clock
        state = Mutex(State(answers: RecentAnswers(capacity: capacity)))
    }

    /// Answers from what it knows, or lets the call proceed and keeps its result.
    public func around(_ call: borrowing some InterceptedCall & ~Copyable) {
        let key = key(of: call.view)
        let now = clock.now
        if let known = state.withLock({ $0.find(key, now) }), (try? call.answer(known)) != nil {
            state.withLock { $0.hits += 1 }
            return
        }
        state.withLock { $0.misses += 1 }
        guard case .returned(let result?)? = call.proceed() else { return }
        // The answer is as old as the call that gave it.
        let until = life.map { now.addingReportingOverflow($0) }.map { $0.overflow ? .max : $0.partialValue } ?? .max
        state.withLock { $0.keep(Kept(result: result, until: until), for: key) }
    }

    /// `hits`, `misses`, and how many answers were `evicted` for want of room or `expired`.
    public func facts() -> [Value.Member] {
        state.withLock {
            [
                Value.Member("hits", $0.hits), Value.Member("misses", $0.misses), Value.Member("evicted", $0.evicted),
                Value.Member("expired", $0.expired),
            ]
        }
    }

    /// As bytes: to Swift two texts may be equal that C tells apart.
    private func key(of call: any ObservedCall) -> [UInt8] {
        let arguments = call.arguments
        guard let key else { return Array(Value.array(arguments).json.utf8) }
        // Further arguments always count.
        let further = arguments.dropFirst(call.signature.given.count)
        return Array(Value.array(key.map { arguments[$0] } + further).json.utf8)
    }
}

extension CacheAspect.State {
    fileprivate mutating func find(_ key: [UInt8], _ now: UInt64) -> Value? {
        guard let kept = answers[key] else { return nil }
        if now < kept.until { return kept.result }
        expired += 1
        return nil
    }

    fileprivate mutating func keep(_ kept: CacheAspect.Kept, for key: [UInt8]) {
        if answers.keep(kept, for: key) { evicted += 1 }
    }
}

extension CacheAspect {
    static let recipe = AspectRecipe.intercepting("cache", options: ["capacity", "ttl", "key"]) {
        order throws(AspectError) in
        let (options, clock) = (order.options, order.clock)
        let capacity = try options.whole("capacity", 1...10_000_000) ?? 128
        let life = try options.duration("ttl")
        let names = try options.texts("key")
        return { target throws(AspectError) in
            CacheAspect(capacity: capacity, life: life, key: try key(names, for: target), clock: clock)
        }
    }

    /// The positions of the arguments that make up the key, none of which may be a mere pointer.
    private static func key(_ names: [String]?, for target: any AspectTarget) throws(AspectError) -> [Int]? {
        if target.signature.result.canonical == .void { throw target.unfit("cache", "it returns nothing to keep") }
        try target.checkRepeatable("cache")
        var positions: [Int] = []
        for name in names ?? [] { positions.append(try target.position(of: name, of: "cache", "key")) }
        let given = target.signature.given
        for position in names == nil ? Array(given.indices) : positions where target.takesHandle(at: given[position]) {
            let name = target.signature.parameters[given[position]].name ?? "\(position + 1)"
            throw target.unfit(
                "cache", option: names == nil ? nil : "key",
                "argument \(name) is a pointer, which says nothing of its value",
                "name the arguments that tell calls apart, as in \"key\": [\"NAME\"]")
        }
        return names == nil ? nil : positions
    }
}
