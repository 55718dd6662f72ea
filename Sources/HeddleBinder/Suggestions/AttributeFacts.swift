// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// The facts of attributes, `nonnull(1)`, `access(write_only, 1, 2)` and `malloc(f)`, and of parameters that are declared as
/// arrays.
struct AttributeFacts {
    private(set) var facts = FunctionFacts()

    init(_ hints: [AttributeHint], of signature: Signature) {
        for hint in hints {
            switch hint.name {
            case .access: addAccess(hint.arguments, signature)
            case .malloc:
                guard let release = hint.arguments.first, Int(release) == nil else { continue }
                facts[Signature.resultPart].release = Fact(release, from: "attribute: malloc(\(release))")
            case .array: addArray(hint.arguments.compactMap { Int($0) }, signature)
            case .nonnull: continue
            }
        }
        let named = hints.filter { $0.name == .nonnull }.map { $0.arguments.compactMap { Int($0) } }
        // Without arguments it speaks of all pointers.
        if named.isEmpty || named.contains(where: \.isEmpty) { return }
        let numbers = Set(named.joined())
        let list = numbers.sorted().map(String.init).joined(separator: ", ")
        for index in signature.parameters.indices where !numbers.contains(index + 1) {
            facts[index].mayBeNull = Fact(true, from: "attribute: nonnull(\(list)) names others")
        }
    }

    private mutating func addArray(_ numbers: [Int], _ signature: Signature) {
        guard numbers.count == 2, signature.parameters.indices.contains(numbers[0] - 1) else { return }
        let name = signature.parameters[numbers[0] - 1].name ?? ""
        let count = Fact("\(numbers[1])", from: "declared: \(name)[\(numbers[1])]")
        facts[numbers[0] - 1].count = facts[numbers[0] - 1].count ?? count
    }

    private mutating func addAccess(_ arguments: [String], _ signature: Signature) {
        let directions: [String: Parameter.Direction] = ["read_only": .in, "write_only": .out, "read_write": .inout]
        let numbers = arguments.dropFirst().compactMap { Int($0) }
        guard let direction = arguments.first.flatMap({ directions[$0] }), let number = numbers.first,
            signature.parameters.indices.contains(number - 1)
        else { return }
        let source = "attribute: access(\(arguments.joined(separator: ", ")))"
        facts[number - 1].direction = Fact(direction, from: source)
        guard numbers.count > 1, signature.parameters.indices.contains(numbers[1] - 1),
            let name = signature.parameters[numbers[1] - 1].name
        else { return }
        facts[number - 1].count = Fact(name, from: source)
    }
}
