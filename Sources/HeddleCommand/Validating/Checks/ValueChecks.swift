// SPDX-License-Identifier: Apache-2.0

import HeddleAspects
import Heddle
import HeddleDeclarations

extension Check {
    /// Promises about calls with unusual arguments, which the declaration allows.
    static let values: [Check] = [
        .varying(
            "takes-edge-numbers", "Each action takes the smallest and the largest numbers of its types.",
            ValueChoice.edgeNumbers),
        .exercising(
            "takes-two-edge-numbers",
            "Each action takes two of the smallest and the largest numbers at the same time.",
            needs: "takes-edge-numbers"
        ) { $0.callAll(varyingTwo: ValueChoice.edgeNumbers) },
        .varying(
            "takes-edge-floats", "Each action takes infinities, denormal numbers and what is not a number.",
            ValueChoice.edgeFloats),
        .varying(
            "takes-all-constants", "Each action takes every constant of its enumerations, and false.",
            ValueChoice.edgeConstants),
        .varying(
            "takes-edge-answers",
            "Each action takes the smallest and the largest numbers from the functions that it is given.",
            ValueChoice.edgeAnswers),
        .varying("takes-empty-texts", "Each action takes empty texts.", ValueChoice.emptyTexts),
        .varying(
            "takes-long-texts", "Each action takes texts of 64 KB.",
            ValueChoice.texts([.string(String(repeating: "x", count: ValueChoice.longCount))])),
        .varying(
            "takes-texts-in-other-scripts", "Each action takes texts in UTF-8 beyond ASCII.",
            ValueChoice.texts([.string("Zoë Ω 漢字 🙂 e\u{301}")])),
        .varying(
            "takes-bytes-that-are-no-text", "Each action takes texts that are not UTF-8.",
            ValueChoice.texts([.bytes([0xFF, 0xFE]), .bytes([0x61, 0xC3]), .bytes([0xED, 0xA0, 0x80])])),
        .varying(
            "takes-texts-as-texts", "No action takes a text for a format.",
            ValueChoice.texts([.string("%s%s%s%s%s%s%s%s%n%n%n%n"), .string("%999999999d")])),
        .varying(
            "takes-names-of-paths", "Each action takes texts with slashes, quotes and line breaks.",
            ValueChoice.texts([.string("../../../x"), .string("'; \"\\ \n\r\t")])),
        .varying(
            "takes-null-where-allowed", "Each action takes null where its declaration allows it.", ValueChoice.null),
        Check(
            "null-is-declared", "An action whose result may be null says so.", .author,
            mend: "write _Ret_maybenull_ before the result, or let the call fail",
            needs: ["takes-edge-numbers", "takes-empty-texts", "takes-null-where-allowed"],
            .running { trial in
                let module = try trial.load()
                // Bindings do not always know what functions of others do with unusual arguments.
                let calls =
                    trial.bindings.isEmpty ? module.callAll(varying: ValueChoice.unlikely) : module.callAll()
                var told: Set<ActionName> = []
                return calls.compactMap { call in
                    guard call.result.outcome == .returned(.null), !call.action.signature.resultMayBeNull,
                        told.insert(call.action.name).inserted
                    else { return nil }
                    return "\(call.words) returns null without _Ret_maybenull_"
                }
            }),
        .exercising("takes-empty-arrays", "Each action takes arrays without elements.") { $0.callAll(counting: 0) },
        .exercising(
            "takes-long-arrays", "Each action takes arrays of 65,536 elements, and two arrays of other lengths."
        ) {
            $0.callAll(counting: ValueChoice.longCount)
            _ = $0.callAllCountingApart()
        },
        Check(
            "takes-random-arguments", "Each action returns, or fails in order, with random arguments.", .author,
            mend: "check the arguments; --reproduce repeats the same ones",
            needs: [
                "calls-return", "takes-two-edge-numbers", "takes-edge-floats", "takes-all-constants",
                "takes-edge-answers", "takes-empty-texts", "takes-long-texts", "takes-texts-in-other-scripts",
                "takes-bytes-that-are-no-text",
                "takes-texts-as-texts", "takes-names-of-paths", "takes-null-where-allowed",
            ],
            .running { trial in
                let module = try trial.load()
                module.callAll()
                var generator = SplitMix64(seed: trial.seed)
                for _ in 0..<trial.calls {
                    guard let action = module.actions.randomElement(using: &generator),
                        let arguments = module.randomArguments(of: action, using: &generator)
                    else { continue }
                    _ = module.call(action, with: arguments)
                }
                return []
            }),
    ]

    private static func varying(
        _ name: String, _ promise: String, _ values: @escaping @Sendable (Parameter) -> [Value]
    ) -> Check {
        exercising(name, promise) { $0.callAll(varying: values) }
    }

    /// A promise that actions keep if the calls return.
    private static func exercising(
        _ name: String, _ promise: String, needs: String = "calls-return",
        _ body: @escaping @Sendable (ExercisedModule) -> Void
    ) -> Check {
        Check(
            name, promise, .author, mend: "check the argument, and say by heddle->fail what is wrong with it",
            needs: [needs],
            .running { trial in
                body(try trial.load())
                return []
            })
    }
}
