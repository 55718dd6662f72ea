// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// The counts of parameters that names tell.
struct NamedCounts {
    private(set) var facts = FunctionFacts()

    init(_ function: Signature, isCallback: Bool) {
        let names = CountNames(function.parameters, areTextsPieces: isCallback)
        for (index, parameter) in function.parameters.enumerated() {
            guard let count = names.count(of: index) else { continue }
            let subject = parameter.name ?? "parameter \(index + 1)"
            facts[index].count = Fact(count, from: "names: \(count) counts \(subject)")
        }
    }
}
