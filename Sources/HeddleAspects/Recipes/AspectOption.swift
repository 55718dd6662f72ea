// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleSchema

/// An option of an aspect as the catalog declares it.
struct AspectOption: Sendable {
    /// The form of the option in a position; nil if it makes no sense there.
    typealias Form = @Sendable (HookPosition) -> JSONSchema?

    let name: String
    /// Returns whether the aspect cannot do without it.
    let isNeeded: Bool
    let form: Form

    static func optional(_ name: String, _ form: @autoclosure @escaping @Sendable () -> JSONSchema) -> AspectOption {
        AspectOption(name: name, isNeeded: false) { _ in form() }
    }

    static func needed(_ name: String, _ form: @autoclosure @escaping @Sendable () -> JSONSchema) -> AspectOption {
        AspectOption(name: name, isNeeded: true) { _ in form() }
    }

    static func byPosition(_ name: String, _ form: @escaping Form) -> AspectOption {
        AspectOption(name: name, isNeeded: false, form: form)
    }
}

/// How options of an aspect depend on each other.
enum OptionRule: Sendable {
    /// One of two must be given.
    case eitherOf(String, String)
    /// No more than one may be given.
    case onlyOneOf([String])
    /// One is given only together with another.
    case together(String, with: String)
}

extension OptionRule {
    /// Its schema.
    var schema: JSONSchema {
        switch self {
        case .eitherOf(let one, let other): JSONSchema.anything.when(.without(one), .having(other))
        case .together(let one, let other): JSONSchema.anything.when(.having(one), .having(other))
        case .onlyOneOf(let names):
            .all(
                names.indices.dropLast().map { index in
                    JSONSchema.anything.when(.having(names[index]), .lacking(names.dropFirst(index + 1)))
                })
        }
    }
}

extension JSONSchema {
    /// A list of at least one text, none of them twice.
    static let differentTexts = list(of: anyText, atLeast: 1).with("uniqueItems", .bool(true))

    /// The code of the failure that an aspect gives.
    static func failureCode(_ usual: FailureCode) -> JSONSchema {
        text.described("The code of the failure.").defaulting(to: .string(usual.rawValue))
    }

    /// The seed of chance.
    static let seed = whole(0...Int.max).described("What chance begins at; each run with the same seed has the same.")
        .defaulting(to: .whole(0))

    /// How far chance changes a time.
    static let jitter = number(0...1).described("By which part of itself it is longer or shorter by chance.")
        .defaulting(to: .whole(0))
}
