// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import Workbench

/// Makes signatures by chance, the same ones for the same seed.
struct SignatureGenerator {
    /// The features of the generated signatures.
    static let known = """
        typedef struct point { double x; double y; } point;
        typedef unsigned char byte;
        typedef int (*compare)(const void *, const void *);
        enum color { RED, GREEN };
        struct opaque;

        """

    /// Annotations as a compiler must see them: as nothing.
    static let macros =
        [
            "_In_", "_In_opt_", "_Out_", "_Out_opt_", "_Inout_", "_Inout_opt_", "_Outptr_", "_Outptr_opt_", "_Self_",
            "_Bytes_", "_Retained_", "_Post_ptr_invalid_", "_Ret_maybenull_", "_Ret_valid_", "_Null_terminated_",
            "_Printf_format_string_", "_Secret_", "_Idempotent_", "_Unhookable_", "_ObserveOnly_",
        ].map { "#define \($0)\n" }.joined()
        + [
            "_In_reads_", "_In_reads_opt_", "_Out_writes_", "_Out_writes_opt_", "_Out_writes_all_",
            "_Out_writes_all_opt_", "_Inout_updates_",
            "_Inout_updates_opt_", "_Success_", "_Free_", "_Ret_writes_", "_Ret_writes_maybenull_",
            "_Tags_",
        ].map { "#define \($0)(...)\n" }.joined()
        + ["_Out_writes_to_", "_Out_writes_to_opt_", "_Inout_updates_to_", "_Inout_updates_to_opt_"]
        .map { "#define \($0)(x, y)\n" }.joined()

    /// A scope that knows them.
    static var scope: DeclarationScope {
        get throws { try HeddleDeclarationsTests.scope(known) }
    }

    var random: SeededGenerator
    let scope: DeclarationScope

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        scope = (try? Self.scope) ?? DeclarationScope()
    }

    mutating func signature(symbol: String) -> Signature {
        let result = random.chance(5) ? CType.void : type(depth: 3, at: .result)
        let parameters = parameters(upTo: 6, depth: 3, returning: result)
        let isVariadic = !parameters.isEmpty && random.chance(4)
        let formats = parameters.indices.filter { parameters[$0].canBeFormat }
        let isPointer = if case .pointer = result.canonical { true } else { false }
        return Signature(
            symbol: symbol, result: result, resultMayBeNull: isPointer && random.chance(2),
            resultCount: random.chance(2) ? resultCount(of: result, among: parameters) : nil,
            release: isPointer && random.chance(3) ? "release" : nil,
            success: random.chance(3) ? success(of: result) : nil, isIdempotent: random.chance(4),
            hooking: random.pick([.any, .observers, .none] as [Signature.Hooking]),
            tags: random.chance(4) ? ["money", "slow"] : [],
            parameters: parameters, isVariadic: isVariadic,
            format: isVariadic && random.chance(2) ? formats.last : nil)
    }

    private mutating func success(of type: CType) -> SuccessTest? {
        switch type.canonical {
        case .pointer: return SuccessTest(random.chance(2) ? .equal : .notEqual, 0)
        case .integer, .enumeration, .bool:
            let comparison = random.pick(
                [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual] as [SuccessTest.Comparison])
            return SuccessTest(comparison, random.chance(4) ? .min : Int64(random.number(-3..<4)))
        default: return nil
        }
    }
}

extension Parameter {
    fileprivate var canBeFormat: Bool {
        guard case .pointer(let target, _) = type.canonical, target.canonical == .integer(.char) else { return false }
        return direction == .in && count == nil && !isBytes && !isInstance
    }
}
