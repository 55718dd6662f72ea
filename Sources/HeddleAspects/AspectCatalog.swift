// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics
package import HeddleJSON
package import Logging

/// The aspects by name, each made from its options.
///
/// Aspects that only look can never change an outcome:
///
/// | name | positions | options | what it says |
/// |---|---|---|---|
/// | `log` | all | `level`, `label`, `arguments`, `redact` | a line for the arguments before, one for the outcome after |
/// | `time` | `instead`, `after` | `quantiles` | how long calls took |
/// | `count` | all | none | how many calls came in, returned and failed |
/// | `trace` | `instead`, `after` | none | an event `span` for each call, with the call around it |
/// | `track` | all | `label`, `data`, `when`, `to`, `from` | an event with parts of the call, to each provider |
/// | `expectCalls` | `before`, `instead` | `times`, `order` | whether as many calls came, in this order |
///
/// Aspects that may change a call are made for each action:
///
/// | name | positions | options | what it does |
/// |---|---|---|---|
/// | `guard` | `before`, `instead` | `where`, `action`, `code`, `message` | refuses calls |
/// | `limit` | `instead` | `calls`, `per`, `atOnce`, `code` | refuses what comes too often |
/// | `cache` | `instead` | `capacity`, `ttl`, `key` | answers what was asked before |
/// | `once` | `instead` | none | runs the body once |
/// | `delay` | all | `for`, `jitter`, `seed` | waits |
/// | `retry` | `instead` | `attempts`, `on`, `backoff`, `factor`, `most`, `jitter`, `seed`, `force` | tries again |
/// | `timeout` | `instead` | `after`, `code` | fails what came too late |
/// | `fault` | all | `code`, `message`, `nth`, `every`, `probability`, `seed` | fails |
/// | `answer` | `instead` | `result`, `results`, `then`; or `calls`, `ordered`, `all` | answers in the action's place |
/// | `rewrite` | all | `arguments`, `result` | puts constants in their place |
package struct AspectCatalog: Sendable {
    static let recipes: [AspectRecipe] = [
        LogAspect.recipe, TimeAspect.recipe, CountAspect.recipe, TraceAspect.recipe, TrackAspect.recipe,
        ExpectCallsAspect.recipe, .guard, .limit, .cache, .once, .delay, .retry, .timeout, .fault, .answer, .rewrite,
    ]

    private let logger: Logger
    private let clock: any AspectClock
    let services: AspectServices

    /// Creates a catalog.
    ///
    /// - Parameters:
    ///   - logger: the destination of `log`.
    ///   - clock: the clock of aspects that measure or wait.
    ///   - services: the services of the host for aspects.
    package init(logger: Logger, clock: any AspectClock, services: AspectServices = AspectServices()) {
        self.logger = logger
        self.clock = clock
        self.services = services
    }

    /// The names of the aspects.
    package var names: [String] { Self.recipes.map(\.name) }

    /// Makes an aspect for one hook.
    ///
    /// - Parameters:
    ///   - range: the place of the name.
    ///   - options: an object; nil if the behaviour gives none.
    ///   - otherKeys: the keys of the object that are no options.
    ///   - files: the files that it may write to; by default none.
    ///   - providers: the receivers of events that have names.
    /// - Throws: all mistakes of the options, at their places.
    package func make(
        _ name: String, at range: SourceRange? = nil, options: JSONNode?, besides otherKeys: Set<String> = [],
        for position: HookPosition,
        files: @escaping LineFiles = { place throws(LineFileRefusal) in
            throw LineFileRefusal(
                message: "there are no files to write to, such as \(Value.string(place.text).excerpt())")
        },
        providers: EventProviders = .none
    ) throws(Diagnostics) -> Aspect {
        guard let recipe = Self.recipes.first(where: { $0.name == name }) else {
            throw Diagnostics([AspectError.unknownAspect(name, known: names).diagnostic(at: range)])
        }
        guard recipe.positions.contains(position) else {
            let error = AspectError.wrongPosition(position, aspect: name, allowed: recipe.positions)
            throw Diagnostics([error.diagnostic(at: options?.range ?? range)])
        }
        return try recipe.make(
            options, otherKeys, range,
            AspectRecipe.Context(
                position: position, logger: logger, clock: clock, services: services, files: files,
                providers: providers))
    }
}
