// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

@testable import HeddleForeign

extension Placement {
    /// How an argument travels, in the words of ``IntermediateCode``.
    func argument(_ index: Int, of type: CType) -> String {
        let pieces = arguments[index]
        if pieces.first?.copied != nil { return "p" }
        if case .stack? = pieces.first?.place { return "memory \(max(8, type.canonical.layout?.alignment ?? 0))" }
        return pieces.words
    }

    /// How the result travels, likewise.
    var resultWords: String {
        switch result {
        case .none: ""
        case .memory: "memory"
        case .x87(let count): Array(repeating: "x87", count: count).joined(separator: " ")
        case .registers(let pieces): pieces.words
        }
    }

    /// The whole placement by the registers' names, such as `rdi, xmm0 rsi, [0] -> rax; 8 on the stack`.
    func description(_ names: (arguments: [String], results: [String], floats: String)) -> String {
        let all = arguments.map { pieces in
            pieces.map { $0.description(names.arguments, names.floats) }.joined(separator: " ")
        }
        let result =
            if case .registers(let pieces) = result {
                pieces.map { $0.description(names.results, names.floats) }.joined(separator: " ")
            } else { resultWords }
        return all.joined(separator: ", ") + (result.isEmpty ? "" : " -> \(result)")
            + (stackSize == 0 ? "" : "; \(stackSize) on the stack")
            + (stackAlignment == 16 ? "" : " at multiples of \(stackAlignment)")
    }
}

extension [Placement.Piece] {
    fileprivate var words: String {
        map { piece in
            if case .float = piece.place { "v\(piece.size)" } else { "x" }
        }.joined(separator: " ")
    }
}

extension Placement.Piece {
    fileprivate func description(_ integers: [String], _ floats: String) -> String {
        let place =
            switch self.place {
            case .integer(let index): integers[index]
            case .float(let index): "\(floats)\(index)"
            case .stack(let offset): "[\(offset)]"
            }
        return copied != nil ? "*\(place)" : place
    }
}

extension CallingConvention {
    /// How one value travels as the only argument and as the result; nil where it is refused.
    static func placeAlone(_ type: CType) -> Placement? {
        guard let argument = try? place([type], result: .void) else { return nil }
        guard var both = try? place([], result: type) else { return nil }
        both.arguments = argument.arguments
        return both
    }
}
