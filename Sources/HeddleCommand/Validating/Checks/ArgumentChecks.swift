// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign

extension Check {
    /// Promises about what arguments point to, which stands alone between pages that nobody may touch.
    static let arguments: [Check] = [
        .guarded(
            "keeps-to-its-arguments",
            "An action uses what an argument points to within its room, as it was declared, until it returns.",
            needs: ["loads"], unless: ["actions-are-callable"]
        ) { module in
            let counted = [1, 3].flatMap { module.callAll(counting: $0) } + module.callAllCountingApart()
            return counted + module.callAll(varying: ValueChoice.texts(texts))
        }
    ]

    /// The same promise for unusual arguments.
    static let unusualArguments: [Check] = [
        .guarded(
            "keeps-to-unusual-arguments",
            "An action uses what an argument points to within its room with empty arrays and edges of values, too.",
            needs: ["keeps-to-its-arguments"], unless: values.map(\.name)
        ) { $0.callAll(counting: 0) + $0.callAll(varying: fewValues) }
    ]

    private static func guarded(
        _ name: String, _ promise: String, needs: [String], unless: [String] = [],
        _ calls: @escaping @Sendable (ExercisedModule) -> [ExercisedModule.Call]
    ) -> Check {
        Check(
            name, promise, .author,
            mend: "keep indices below the count of the argument, or declare as much as the action uses", needs: needs,
            unless: unless,
            .running { trial in
                var made: [ExercisedModule.Call] = []
                for side in GuardedMemory.Side.allCases {
                    GuardedMemory.use(side)
                    let module = try trial.load()
                    made += calls(module)
                    // Those that were called first may have kept what others got.
                    module.callAll()
                }
                let remarks = made.compactMap(\.overstatement).reduce(into: [String]()) { remarks, words in
                    if !remarks.contains(words) { remarks.append(words) }
                }
                if let first = remarks.first {
                    let others = remarks.count > 1 ? ", as \(counted(remarks.count - 1, "other call")) did" : ""
                    throw Remarks(
                        all: [first + others],
                        mend: "return how many were written, unless it is how many there would have been")
                }
                return []
            })
    }

    /// True if what arguments point to is guarded while the check runs.
    var isGuarded: Bool { (Self.arguments + Self.unusualArguments).contains { $0.name == name } }

    /// Returns whether the last words of a process name an argument whose memory it has used wrongly. Only such words
    /// go on behind the signal: `SIGSEGV, reading at offset 8 of the argument p`.
    static func isOfArgument(_ words: String) -> Bool { words.contains("SIGSEGV, ") }

    /// The way to mend what such words are about, where it is not that of the check.
    static func mend(ofArgument words: String) -> String? {
        if words.contains(", which it may only read,") { return "declare it as _Inout_, or write to a copy" }
        if words.contains(" of a call that has ended,") { return "declare it as _Retained_, or keep a copy" }
        return nil
    }

    /// Texts that end within what a reader may take for a whole.
    private static let texts: [Value] = [
        .string("Zoë 漢字"), .string(String(repeating: "x", count: 300)), .string("a%"), .string("a%4"), .string("a\\"),
        .bytes([0x61, 0xC3]), .bytes([0x61, 0xE6]), .bytes([0xF0]),
    ]

    /// A few values of each kind.
    @Sendable static func fewValues(_ parameter: Parameter) -> [Value] {
        ValueChoice.texts([.string("")] + texts)(parameter) + ValueChoice.edgeNumbers(parameter)
            + ValueChoice.edgeConstants(parameter) + ValueChoice.null(parameter)
    }
}

extension ExercisedModule.Call {
    /// The words about a call that says to have written more than there is room for; nil for any other.
    fileprivate var overstatement: String? {
        guard case .returned(let value) = result.outcome else { return nil }
        let signature = action.signature
        for (index, parameter) in signature.parameters.enumerated() {
            let told: Value?
            switch parameter.written {
            case .result?: told = value
            case .pointee(let counter)?:
                told = result.out.first { $0.name == signature.name(of: counter) }?.value
            default: continue
            }
            guard case .number(.integer(let number))? = told, let room = room(of: parameter), number > room else {
                continue
            }
            return "\(words) says that it wrote \(number) into \(signature.name(of: index)), which has room for \(room)"
        }
        return nil
    }

    /// The number of elements that a parameter has room for, where it is a number or an argument.
    private func room(of parameter: Parameter) -> Int128? {
        switch parameter.count {
        case .constant(let number)?: return Int128(number)
        case .parameter(let counter)?:
            guard let place = action.signature.given.firstIndex(of: counter),
                case .number(.integer(let number)) = arguments[place]
            else { return nil }
            return number
        default: return nil
        }
    }
}
