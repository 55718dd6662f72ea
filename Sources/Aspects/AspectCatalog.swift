// SPDX-License-Identifier: Apache-2.0

public import Declarations
public import Logging

/// The aspects that only look, by name, and how one is made from its options.
///
/// | name | positions | options | says |
/// |---|---|---|---|
/// | `log` | all | `level`, `label` | a line for the arguments before, one for the outcome after, as `instead` both |
/// | `time` | `instead`, `after` | none | how long calls took |
/// | `count` | all | none | how many calls came in, returned and failed |
public struct AspectCatalog: Sendable {
    private static let recipes = [LogAspect.recipe, TimeAspect.recipe, CountAspect.recipe]

    private let logger: Logger
    private let now: @Sendable () -> UInt64

    /// Creates a catalog.
    ///
    /// - Parameters:
    ///   - logger: where `log` writes to.
    ///   - now: the nanoseconds of a clock that does not go back; called on the threads of the calls.
    public init(logger: Logger, now: @escaping @Sendable () -> UInt64) {
        self.logger = logger
        self.now = now
    }

    /// The names of the aspects.
    public var names: [String] { Self.recipes.map(\.name) }

    /// Makes an aspect for one hook.
    ///
    /// - Parameter options: an object, or nil where the behaviour gives none.
    /// - Throws: ``AspectError``, with all that is needed to mend the behaviour.
    public func make(
        _ name: String, options: Value?, for position: HookPosition
    ) throws(AspectError) -> (observer: any Observer, use: AspectUse) {
        guard let recipe = Self.recipes.first(where: { $0.name == name }) else {
            throw .unknownAspect(name, known: names)
        }
        guard recipe.positions.contains(position) else {
            throw .wrongPosition(position, aspect: name, allowed: recipe.positions)
        }
        let use = recipe.use(position)
        let options = try AspectOptions(options, of: name, known: recipe.options)
        let order = AspectRecipe.Order(options: options, use: use, logger: logger, now: now)
        return (try recipe.make(order), use)
    }
}
