// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleSchema

/// The form of an aspect in a behaviour: its positions and its options.
package struct AspectForm: Sendable {
    private let recipe: AspectRecipe

    /// All aspects, in the order of the catalog.
    package static var all: [AspectForm] { AspectCatalog.recipes.map(AspectForm.init) }

    /// The definitions that the forms of options refer to, and that stand for what other parts of a behaviour have too.
    package static var definitions: [(SchemaDefinition, JSONSchema)] {
        [
            (.provider, EventProviderDraft.schema), (.providers, EventProviderDraft.schemaOfAll),
            (.providerName, .nonEmpty),
            (.eventData, TrackAspect.dataSchema),
        ]
    }

    private init(_ recipe: AspectRecipe) {
        self.recipe = recipe
    }

    /// The aspect's name.
    package var name: String { recipe.name }
    /// The effect.
    package var help: String { recipe.help }
    /// The positions in which it is allowed.
    package var positions: [HookPosition] { recipe.positions }
    /// True if it may run in the background.
    package var canBeInBackground: Bool { recipe.canBeInBackground }

    /// True if it works without options.
    package var canBeBare: Bool { recipe.canBeBare }

    /// True if its options are the same in all positions.
    package var isUniform: Bool { Set(positions.map(options)).count == 1 }

    /// The form of its options in a position.
    package func options(at position: HookPosition) -> JSONSchema { recipe.schema(position) }
}
