// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleSchema

extension TrackAspect {
    /// What `data` must be.
    ///
    /// - Parameter moment: when it is asked for.
    static func dataForm(at moment: CallMoment) -> JSONSchema {
        let constant = ObjectKey("value", JSONSchema.defined(.literal).described("The same in each event."))
        let called = ObjectKey(
            "call",
            .anyText.described("What an action without arguments returns; one of the called module needs no module."))
        let part = JSONSchema.kind(.string, .object).and(.callPath(at: moment)).and(.oneOf([constant, called]))
        return .members(
            part,
            described: "What the event has under each name: a part of the call, {\"value\": constant}, or "
                + "{\"call\": \"module.action\"}.")
    }

    /// What `to` must be.
    static var receiverForm: JSONSchema {
        let file = ObjectKey("file", .anyText.described("A file that gets a line of JSON for each event."))
        let action = ObjectKey(
            "action",
            .text.and(.defined(.action)).described("An action that takes the event as JSON, and may take the label."))
        return .kind(.object).and(.oneOf([file, action]))
            .described("Where the events go instead of to those who follow the run.")
    }
}

extension JSONSchema {
    /// An object with one of these keys, and nothing else.
    fileprivate static func oneOf(_ keys: [ObjectKey]) -> JSONSchema {
        JSONSchema().with("properties", .object(keys.map { .init($0.name, $0.schema.value) }))
            .with("additionalProperties", .bool(false)).with("minProperties", .whole(1))
            .with("maxProperties", .whole(1))
    }
}
