// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleSchema

extension TrackAspect {
    static let recipe = AspectRecipe.observing(
        "track", "An event for each call, under the name of its label.",
        options: [
            .needed("label", .anyText.described("The name of the event.")),
            .byPosition("data") { dataForm(at: $0 == .before ? .before : .after) },
            .byPosition("when") {
                .defined($0 == .before ? .argumentCondition : .condition).described("Which calls; all unless given.")
            },
            .optional("to", receiverForm),
        ], asks: asked
    ) { order throws(AspectError) in
        let options = order.options
        let moment: CallMoment = order.position == .before ? .before : .after
        return TrackAspect(
            try options.needed("label", try options.text("label")), data: try data(options, at: moment),
            when: try options.condition("when", at: moment), to: try receiver(order), services: order.services,
            at: moment)
    }

    /// The actions that it calls by their whole names.
    private static func asked(_ options: AspectOptions) -> [AskedName] {
        let receiver = options["to"]?.only("action").map { [AskedName($0, at: ["to", "action"])] } ?? []
        guard case .object(let data)? = options["data"] else { return receiver }
        return receiver
            + data.compactMap { member in
                member.value.only("call").flatMap { name in
                    name.contains(".") ? AskedName(name, at: ["data", member.name, "call"]) : nil
                }
            }
    }

    /// A text is a path, `{"value": …}` a constant, `{"call": …}` what an action returns.
    private static func data(
        _ options: AspectOptions, at moment: CallMoment
    ) throws(AspectError) -> [(name: String, part: Part)] {
        var data: [(name: String, part: Part)] = []
        for member in try options.members("data") ?? [] {
            switch member.value {
            case .string(let text): data.append((member.name, .path(try path(text, options, at: moment))))
            case .object(let members) where members.map(\.name) == ["value"]:
                data.append((member.name, .constant(members[0].value)))
            case let other where other.only("call") != nil:
                data.append((member.name, .call(other.only("call") ?? "")))
            default:
                throw options.bad(
                    "data",
                    "\(member.name.excerpt()) is \(member.value.kindDescription), it must be a part of the call",
                    "write \"argument.NAME\", \"result\", {\"value\": constant} or {\"call\": \"module.action\"}")
            }
        }
        return data
    }

    private static func path(
        _ text: String, _ options: AspectOptions, at moment: CallMoment
    ) throws(AspectError) -> CallPath {
        do { return try CallPath(text, at: moment) } catch {
            throw options.bad("data", error.message, error.suggestion)
        }
    }

    private static func receiver(_ order: AspectRecipe.Order) throws(AspectError) -> Receiver {
        let options = order.options
        guard let to = options["to"] else { return .events }
        if let path = to.only("file") { return try .file(file(path, order)) }
        guard let name = to.only("action") else {
            throw options.wrong("to", to, .described("{\"file\": \"path\"} or {\"action\": \"module.action\"}"))
        }
        guard let action = order.services.action(name) else {
            throw options.bad("to", "there is no action \(Value.string(name).excerpt())")
        }
        let given = action.signature.givenParameters.map(\.type)
        guard (1...2).contains(given.count), given.allSatisfy(\.isText), !action.signature.isVariadic else {
            throw options.bad(
                "to", "\(name) is \(action.signature)",
                "it must take the event as JSON text, and may take the label as a text before that")
        }
        return .action(action)
    }

    private static func file(_ path: String, _ order: AspectRecipe.Order) throws(AspectError) -> any LineWriter {
        do throws(LineFileRefusal) { return try order.files(path) } catch {
            throw order.options.bad("to", error.message, error.suggestion)
        }
    }
}

extension Value {
    /// The text of an object that has one under this name, and nothing else.
    fileprivate func only(_ name: String) -> String? {
        guard case .object(let members) = self, members.count == 1, members[0].name == name,
            case .string(let text) = members[0].value
        else { return nil }
        return text
    }
}

extension CType {
    /// Whether it is a pointer to plain characters.
    fileprivate var isText: Bool {
        if case .pointer(let target, _) = canonical { target.canonical == .integer(.char) } else { false }
    }
}
