// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleJSON
import HeddleSchema
import Logging

/// The description of an aspect in the catalog: its name, positions and options, and the code that makes it.
struct AspectRecipe: Sendable {
    /// The facts from which an aspect is made, besides its options.
    struct Context {
        let position: HookPosition
        let logger: Logger
        let clock: any AspectClock
        let services: AspectServices
        let files: LineFiles
        let providers: EventProviders
    }

    let name: String
    /// The effect in words, for editors and documents.
    let help: String
    let positions: [HookPosition]
    /// True if it can run in the background: it only looks, and only at the end of a call.
    let canBeInBackground: Bool
    /// The schema of its options in a position.
    let schema: @Sendable (HookPosition) -> JSONSchema
    /// True if it works without options.
    let canBeBare: Bool
    /// Makes it from its options, of whose keys some belong to others, and the place of its name.
    let make: @Sendable (JSONNode?, Set<String>, SourceRange?, Context) throws(Diagnostics) -> Aspect

    private init<Draft: OptionDraft>(
        _ name: String, _ help: String, _ positions: [HookPosition], canBeInBackground: Bool,
        role: @escaping @Sendable (AspectOptions<Draft>, Context) throws(AspectError) -> Aspect.Role
    ) {
        self.name = name
        self.help = help
        self.positions = positions
        self.canBeInBackground = canBeInBackground
        let forms = OptionForms<Draft>(of: name)
        schema = { JSONSchema.kind(.object).described(help).and(forms[$0].schema) }
        canBeBare = positions.allSatisfy { forms[$0].canBeEmpty }
        make = { node, otherKeys, place, context throws(Diagnostics) in
            let options = try Self.read(node, besides: otherKeys, of: name, at: place, forms[context.position])
            do throws(AspectError) {
                return Aspect(role: try role(options, context), asks: options.asks, places: options.places)
            } catch {
                throw Diagnostics([error.diagnostic(at: options.places.range(of: error.option))])
            }
        }
    }

    private static func read<Draft: OptionDraft>(
        _ node: JSONNode?, besides otherKeys: Set<String>, of name: String, at place: SourceRange?,
        _ form: OptionForm<Draft>
    ) throws(Diagnostics) -> AspectOptions<Draft> {
        let reader = OptionReader()
        var (draft, ranges) = (Draft(), [PartialKeyPath<Draft>: SourceRange]())
        if let node {
            guard case .object = node.content else {
                throw Diagnostics([AspectError.optionsNotObject(node, aspect: name).diagnostic(at: node.range)])
            }
            let field = Field(key: name, owner: "a hook", node: node)
            ranges = form.fields(field, besides: otherKeys, into: &draft, reader) ?? [:]
        } else {
            form.readNothing(at: place, reader)
        }
        guard reader.mistakes.isEmpty else { throw Diagnostics(reader.mistakes) }
        let named = ranges.map { (form.name($0.key), $0.value) }
        let places = OptionPlaces(
            whole: node?.range ?? place, options: Dictionary(named) { first, _ in first })
        return AspectOptions(name, draft, form, places)
    }

    /// The recipe of an aspect that may change calls.
    ///
    /// - Parameter make: takes the options, and returns the function that makes the aspect for an action.
    static func intercepting<Draft: OptionDraft>(
        _ name: String, _ help: String, _: Draft.Type, positions: [HookPosition] = [.instead],
        make: @escaping @Sendable (AspectOptions<Draft>, Context) throws(AspectError) -> Aspect.Maker
    ) -> AspectRecipe {
        AspectRecipe(name, help, positions, canBeInBackground: false) {
            (options: AspectOptions<Draft>, context) throws(AspectError) in
            .interceptor(try make(options, context))
        }
    }

    /// The recipe of an aspect that may change calls, and may object at the end.
    static func objecting<Draft: OptionDraft>(
        _ name: String, _ help: String, _: Draft.Type,
        role: @escaping @Sendable (AspectOptions<Draft>, Context) throws(AspectError) -> Aspect.Role
    ) -> AspectRecipe {
        AspectRecipe(name, help, [.instead], canBeInBackground: false, role: role)
    }

    /// The recipe of an aspect that only looks, on the sides of its position.
    static func observing<Draft: OptionDraft>(
        _ name: String, _ help: String, _: Draft.Type, positions: [HookPosition] = HookPosition.allCases,
        make: @escaping @Sendable (AspectOptions<Draft>, Context) throws(AspectError) -> any Observer
    ) -> AspectRecipe {
        AspectRecipe(name, help, positions, canBeInBackground: positions.contains(.after)) {
            (options: AspectOptions<Draft>, context) throws(AspectError) in
            .observer(try make(options, context), AspectUse(context.position))
        }
    }

    /// The recipe of an aspect that only looks, on both sides of the call.
    static func spanning<Draft: OptionDraft>(
        _ name: String, _ help: String, _: Draft.Type,
        make: @escaping @Sendable (AspectOptions<Draft>, Context) throws(AspectError) -> any Observer
    ) -> AspectRecipe {
        AspectRecipe(name, help, [.instead, .after], canBeInBackground: false) {
            (options: AspectOptions<Draft>, context) throws(AspectError) in
            .observer(try make(options, context), AspectUse(enters: true, leaves: true))
        }
    }
}
