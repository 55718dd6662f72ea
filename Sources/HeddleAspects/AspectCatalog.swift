// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import Logging

/// Where a part of an aspect's options was written, such as `stack.json:14:7`; nil where nobody knows.
package typealias OptionPlaces = @Sendable (PartPath) -> String?

/// The aspects by name, and how one is made from its options.
///
/// Those that only look can never change an outcome:
///
/// | name | positions | options | what it says |
/// |---|---|---|---|
/// | `log` | all | `level`, `label`, `arguments`, `redact` | a line for the arguments before, one for the outcome after |
/// | `time` | `instead`, `after` | `quantiles` | how long calls took |
/// | `count` | all | none | how many calls came in, returned and failed |
/// | `trace` | `instead`, `after` | none | an event `span` for each call, with the call around it |
/// | `track` | all | `label`, `data`, `when`, `to` | an event with parts of the call |
/// | `expectCalls` | `before`, `instead` | `times`, `order` | whether as many calls came, in this order |
///
/// Those that may change a call, one an action:
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
/// | `answer` | `instead` | `result`, `results`, `then`; or `calls`, `ordered` | answers in the action's place |
/// | `rewrite` | all | `arguments`, `result` | puts constants in their place |
package struct AspectCatalog: Sendable {
    static let recipes: [AspectRecipe] = [
        LogAspect.recipe, TimeAspect.recipe, CountAspect.recipe, TraceAspect.recipe, TrackAspect.recipe,
        ExpectCallsAspect.recipe, .guard, .limit, .cache, .once, .delay, .retry, .timeout, .fault, .answer, .rewrite,
    ]

    private let logger: Logger
    private let clock: any AspectClock
    private let services: AspectServices

    /// Creates a catalog.
    ///
    /// - Parameters:
    ///   - logger: where `log` writes to.
    ///   - clock: the time that aspects live by.
    ///   - services: what the host does for aspects.
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
    ///   - options: an object, or nil where the behaviour gives none.
    ///   - files: the files that it may write to; none unless given.
    ///   - places: where its options were written, for what it says in a run.
    /// - Throws: ``AspectError``, with all that is needed to mend the behaviour.
    package func make(
        _ name: String, options: Value?, for position: HookPosition,
        files: @escaping LineFiles = { path throws(LineFileRefusal) in
            throw LineFileRefusal(message: "there are no files to write to, such as \(Value.string(path).excerpt())")
        }, places: @escaping OptionPlaces = { _ in nil }
    ) throws(AspectError) -> Aspect {
        guard let recipe = Self.recipes.first(where: { $0.name == name }) else {
            throw .unknownAspect(name, known: names)
        }
        guard recipe.positions.contains(position) else {
            throw .wrongPosition(position, aspect: name, allowed: recipe.positions)
        }
        let options = try AspectOptions(options, of: name, known: recipe.options.map(\.name))
        return try recipe.make(
            AspectRecipe.Order(
                options: options, position: position, logger: logger, clock: clock, services: services,
                files: files, places: places))
    }
}
