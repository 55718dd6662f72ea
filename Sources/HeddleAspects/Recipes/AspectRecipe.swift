// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Logging

/// All that the catalog knows of an aspect: what it is called, where it may stand, and how it is made.
struct AspectRecipe: Sendable {
    /// The facts from which an aspect is made.
    struct Order {
        let options: AspectOptions
        let position: HookPosition
        let logger: Logger
        let clock: any AspectClock
        let services: AspectServices
        let files: LineFiles
        let places: OptionPlaces
    }

    let name: String
    /// The effect, for people who write its name.
    let help: String
    let options: [AspectOption]
    let rules: [OptionRule]
    let positions: [HookPosition]
    /// True if it can be behind calls that do not wait for it: it only looks, and at the end of a call alone.
    let canBeInBackground: Bool
    let make: @Sendable (Order) throws(AspectError) -> Aspect

    /// The recipe of an aspect that may change calls.
    ///
    /// - Parameter make: reads the options, and returns how the aspect is made for an action.
    static func intercepting(
        _ name: String, _ help: String, options: [AspectOption], rules: [OptionRule] = [],
        positions: [HookPosition] = [.instead], make: @escaping @Sendable (Order) throws(AspectError) -> Aspect.Maker
    ) -> AspectRecipe {
        AspectRecipe(
            name: name, help: help, options: options, rules: rules, positions: positions, canBeInBackground: false
        ) { order throws(AspectError) in
            Aspect(role: .interceptor(try make(order)), asks: AskedName.action(order.options))
        }
    }

    /// The recipe of an aspect that only looks, on the sides that its position has by nature.
    static func observing(
        _ name: String, _ help: String, options: [AspectOption] = [], rules: [OptionRule] = [],
        positions: [HookPosition] = HookPosition.allCases,
        asks: @escaping @Sendable (AspectOptions) -> [AskedName] = AskedName.action,
        make: @escaping @Sendable (Order) throws(AspectError) -> any Observer
    ) -> AspectRecipe {
        AspectRecipe(
            name: name, help: help, options: options, rules: rules, positions: positions,
            canBeInBackground: positions.contains(.after)
        ) { order throws(AspectError) in
            Aspect(role: .observer(try make(order), AspectUse(order.position)), asks: asks(order.options))
        }
    }

    /// The recipe of an aspect that only looks, on both sides of the call.
    static func spanning(
        _ name: String, _ help: String, options: [AspectOption] = [],
        make: @escaping @Sendable (Order) throws(AspectError) -> any Observer
    ) -> AspectRecipe {
        AspectRecipe(
            name: name, help: help, options: options, rules: [], positions: [.instead, .after],
            canBeInBackground: false
        ) { order throws(AspectError) in
            Aspect(role: .observer(try make(order), AspectUse(enters: true, leaves: true)), asks: [])
        }
    }
}

extension AskedName {
    /// The value of the option `action`.
    static func action(_ options: AspectOptions) -> [AskedName] {
        guard case .string(let name)? = options["action"] else { return [] }
        return [AskedName(name, at: ["action"])]
    }
}
