// SPDX-License-Identifier: Apache-2.0

import Heddle
import HeddleDeclarations
import HeddleForeign

extension Check {
    /// Promises about what arguments point to, which stands alone between pages that nobody may touch.
    static let arguments: [Check] = [
        Check(
            "keeps-to-its-arguments",
            "An action uses what an argument points to within its room, as it was declared, until it returns.", .author,
            mend: "keep indices below the count; declare what is written as _Inout_, and what is kept as _Retained_",
            needs: ["calls-return"], unless: values.map(\.name),
            .running { trial in
                var calls: [ExercisedModule.Call] = []
                for side in GuardedMemory.Side.allCases {
                    GuardedMemory.use(side)
                    let module = try trial.load()
                    calls += [0, 1, 3].flatMap { module.callAll(counting: $0) }
                    calls += module.callAll(varying: fewValues)
                    // Those that were called first may have kept what others get.
                    module.callAll()
                }
                let remarks = calls.compactMap(\.overstatement).reduce(into: [String]()) { remarks, words in
                    if !remarks.contains(words) { remarks.append(words) }
                }
                if !remarks.isEmpty {
                    throw Remarks(
                        all: remarks, mend: "return how many were written, unless it is how many there would have been")
                }
                return []
            })
    ]

    /// A few values of each kind.
    @Sendable static func fewValues(_ parameter: Parameter) -> [Value] {
        let texts = ["", "Zoë 漢字", String(repeating: "x", count: 300)].map { Value.string($0) }
        return ValueChoice.texts(texts)(parameter) + ValueChoice.edgeNumbers(parameter)
            + ValueChoice.edgeConstants(parameter) + ValueChoice.null(parameter)
    }
}

extension ExercisedModule.Call {
    /// That the call says to have written more than there is room for, in words; nil for any other.
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
