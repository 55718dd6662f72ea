// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations

/// The name of a definition, to which other parts of the schema of behaviours refer.
///
/// Definitions of texts say what a text must be, and nothing of other values.
package struct SchemaDefinition: Hashable, Sendable {
    /// The name.
    package let name: String

    private init(_ name: String) {
        self.name = name
    }

    // MARK: Parts of a behaviour

    /// The full form.
    package static let behaviour = SchemaDefinition("behaviour")
    /// The array form.
    package static let sequence = SchemaDefinition("sequence")
    /// A module of the array form.
    package static let sequenceModule = SchemaDefinition("sequenceModule")
    /// A hook.
    package static let hook = SchemaDefinition("hook")
    /// The modules by their names.
    package static let modules = SchemaDefinition("modules")
    /// A module.
    package static let module = SchemaDefinition("module")
    /// A step.
    package static let step = SchemaDefinition("step")
    /// A case, or a group of cases.
    package static let testCase = SchemaDefinition("case")

    // MARK: Texts

    /// The name of an action: `module.action`.
    package static let action = SchemaDefinition("action")
    /// The actions that a hook is around.
    package static let pattern = SchemaDefinition("pattern")
    /// The name of a function that is a hook: `module.symbol`.
    package static let hookFunction = SchemaDefinition("hookFunction")
    /// The name of a hook of the file.
    package static let hookName = SchemaDefinition("hookName")
    /// The name of a case of the file.
    package static let caseName = SchemaDefinition("caseName")
    /// The name of a module of the file, or `*`.
    package static let permittedModule = SchemaDefinition("permittedModule")

    /// The name of a module of the file, of which calls are tracked.
    package static let trackedModule = SchemaDefinition("trackedModule")

    // MARK: Values

    /// A value in which `{"ref": …}` may stand.
    package static let value = SchemaDefinition("value")
    /// A value in which nothing can refer to anything.
    package static let literal = SchemaDefinition("literal")
    /// The beginning or the length of a part of a value.
    package static let bound = SchemaDefinition("bound")
    /// A part of a text that is put together.
    package static let textPart = SchemaDefinition("textPart")
    /// An object `{"ref": …}`.
    package static let reference = SchemaDefinition("reference")
    /// An object `{"bytes": …}`, `{"hex": …}` or `{"ref": …}`.
    package static let bytesOrReference = SchemaDefinition("bytesOrReference")
    /// The names that a module has for numbers.
    package static func constants(of module: String) -> SchemaDefinition { .init("\(module).constants") }
    /// An expectation of a part of an outcome.
    package static let expected = SchemaDefinition("expected")
    /// A condition on a part of a call.
    package static let comparison = SchemaDefinition("comparison")
    /// A condition on a call that has ended.
    package static let condition = SchemaDefinition("condition")
    /// A condition on the arguments of a call.
    package static let argumentCondition = SchemaDefinition("argumentCondition")

    // MARK: Hooks

    /// The piece in a position of a hook.
    package static func uses(_ position: HookPosition) -> SchemaDefinition { .init(position.rawValue) }
    /// One of those.
    package static func use(_ position: HookPosition) -> SchemaDefinition { .init("\(position.rawValue)One") }
    /// The piece of a background hook.
    package static let backgroundUses = SchemaDefinition("afterInBackground")
    /// One of those.
    package static let backgroundUse = SchemaDefinition("afterInBackgroundOne")

    /// A receiver of events.
    package static let provider = SchemaDefinition("provider")
    /// The name of a receiver of events.
    package static let providerName = SchemaDefinition("providerName")
    /// The receivers of an event: one, or a list.
    package static let providers = SchemaDefinition("providers")
    /// The data of an event about a call.
    package static let eventData = SchemaDefinition("eventData")

    /// The options of an aspect; in one position, where they differ among positions.
    package static func options(of aspect: String, at position: HookPosition? = nil) -> SchemaDefinition {
        .init(([aspect, "options"] + [position?.rawValue].compactMap(\.self)).joined(separator: "."))
    }
}

extension JSONSchema {
    /// The schema of a definition.
    ///
    /// Beside `$ref` draft-07 lets nothing count, so that it stands in an `allOf` of its own.
    package static func defined(_ definition: SchemaDefinition) -> JSONSchema {
        all([JSONSchema().with("$ref", .string("#/definitions/\(definition.name.asPointerStep)"))])
    }
}

extension String {
    /// The name as a step of a JSON Pointer in the fragment of a URI.
    fileprivate var asPointerStep: String {
        let step = replacing("~", with: "~0").replacing("/", with: "~1")
        return step.utf8.reduce(into: "") { escaped, byte in
            let scalar = Unicode.Scalar(byte)
            if scalar.isASCII, scalar.properties.isAlphabetic || "0123456789._~-".unicodeScalars.contains(scalar) {
                escaped.unicodeScalars.append(scalar)
            } else {
                escaped += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }
}
