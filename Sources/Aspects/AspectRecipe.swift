// SPDX-License-Identifier: Apache-2.0

import Declarations
import Logging

/// All that the catalog knows of an aspect: what it is called, where it may stand, and how it is made.
struct AspectRecipe: Sendable {
    /// What an aspect is made from.
    struct Order {
        let options: AspectOptions
        let use: AspectUse
        let logger: Logger
        let now: @Sendable () -> UInt64
    }

    let name: String
    let options: [String]
    let positions: [HookPosition]
    let use: @Sendable (HookPosition) -> AspectUse
    let make: @Sendable (Order) throws(AspectError) -> any Observer

    init(
        name: String, options: [String] = [], positions: [HookPosition] = HookPosition.allCases,
        use: @escaping @Sendable (HookPosition) -> AspectUse,
        make: @escaping @Sendable (Order) throws(AspectError) -> any Observer
    ) {
        self.name = name
        self.options = options
        self.positions = positions
        self.use = use
        self.make = make
    }
}
