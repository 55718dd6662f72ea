// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleSchema

/// The form of an aspect in a behaviour: where it may stand, and with which options.
package struct AspectForm: Sendable {
    private let recipe: AspectRecipe

    /// All aspects, in the order of the catalog.
    package static var all: [AspectForm] { AspectCatalog.recipes.map(AspectForm.init) }

    private init(_ recipe: AspectRecipe) {
        self.recipe = recipe
    }

    /// The aspect's name.
    package var name: String { recipe.name }
    /// The effect.
    package var help: String { recipe.help }
    /// Where it may stand.
    package var positions: [HookPosition] { recipe.positions }
    /// True if it may look at calls that do not wait for it.
    package var canBeInBackground: Bool { recipe.canBeInBackground }

    /// True if it may be named without any options.
    package var canBeBare: Bool { recipe.canBeBare }

    /// True if its options are the same in all its positions.
    package var isUniform: Bool { Set(positions.map(options)).count == 1 }

    /// The form of its options in a position.
    package func options(at position: HookPosition) -> JSONSchema { recipe.schema(position) }
}
