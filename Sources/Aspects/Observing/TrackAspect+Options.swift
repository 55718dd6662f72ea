// SPDX-License-Identifier: Apache-2.0

import Declarations

extension TrackAspect {
    static let recipe = AspectRecipe.observing("track", options: ["label", "data", "when", "action"]) {
        order throws(AspectError) in
        let options = order.options
        let isBefore = order.position == .before
        return TrackAspect(
            try options.needed("label", try options.text("label")), data: try data(options, before: isBefore),
            when: try options.condition("when", before: isBefore), to: try receiver(order), services: order.services,
            before: isBefore)
    }

    /// A text is a path, `{"value": …}` a constant.
    private static func data(
        _ options: AspectOptions, before isBefore: Bool
    ) throws(AspectError) -> [(name: String, part: Part)] {
        var data: [(name: String, part: Part)] = []
        for member in try options.members("data") ?? [] {
            switch member.value {
            case .string(let text): data.append((member.name, .path(try path(text, options, before: isBefore))))
            case .object(let members) where members.map(\.name) == ["value"]:
                data.append((member.name, .constant(members[0].value)))
            default:
                throw options.bad(
                    "data",
                    "\(member.name.excerpt()) is \(member.value.kindDescription), it must be a part of the call",
                    "write \"argument.NAME\", \"result\" or {\"value\": constant}")
            }
        }
        return data
    }

    private static func path(
        _ text: String, _ options: AspectOptions, before isBefore: Bool
    ) throws(AspectError) -> CallPath {
        do {
            let path = try CallPath(text)
            if path.isArgument || !isBefore { return path }
        } catch {
            throw options.bad("data", error.message, error.suggestion)
        }
        throw options.bad("data", "\(text) is not known before the call has run", "track it as an after")
    }

    private static func receiver(_ order: AspectRecipe.Order) throws(AspectError) -> AskedAction? {
        guard let name = try order.options.text("action") else { return nil }
        guard let action = order.services.action(name) else {
            throw order.options.bad("action", "there is no action \(Value.string(name).excerpt())")
        }
        let given = action.signature.given.map { action.signature.parameters[$0].type }
        guard given.count == 2, given.allSatisfy(\.isText), !action.signature.isVariadic else {
            throw order.options.bad(
                "action", "\(name) is \(action.signature)",
                "it must take two texts: the label, and the event as JSON")
        }
        return action
    }
}

extension CType {
    /// Whether it is a pointer to plain characters.
    fileprivate var isText: Bool {
        if case .pointer(let target, _) = canonical { target.canonical == .integer(.char) } else { false }
    }
}
