// SPDX-License-Identifier: Apache-2.0

import Declarations

/// Makes signatures by chance, the same ones for the same seed.
struct SignatureGenerator {
    /// What the generated signatures use.
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
            "_Bytes_", "_Retained_", "_Post_ptr_invalid_", "_Ret_maybenull_",
        ].map { "#define \($0)\n" }.joined()
        + [
            "_In_reads_", "_In_reads_opt_", "_Out_writes_", "_Out_writes_opt_", "_Inout_updates_",
            "_Inout_updates_opt_", "_Success_", "_Free_",
        ].map { "#define \($0)(x)\n" }.joined()

    /// A scope that knows them.
    static var scope: DeclarationScope {
        get throws { try DeclarationsTests.scope(known) }
    }

    private var random: SeededGenerator
    private let scope: DeclarationScope

    init(seed: UInt64) {
        random = SeededGenerator(state: seed)
        scope = (try? Self.scope) ?? DeclarationScope()
    }

    mutating func signature(symbol: String) -> Signature {
        let count = Int.random(in: 0...6, using: &random)
        let names = (0..<count).map { "p\($0)" }
        var parameters = names.map { parameter($0) }
        if let index = parameters.indices.randomElement(using: &random), parameters[index].name != nil,
            case .integer = parameters[index].type.canonical
        {
            parameters = parameters.map { counted($0, by: index) }
        }
        let result = chance(5) ? CType.void : type(depth: 3, at: .result)
        let isPointer = if case .pointer = result.canonical { true } else { false }
        return Signature(
            symbol: symbol, result: result, resultMayBeNull: isPointer && chance(2),
            release: isPointer && chance(3) ? "release" : nil, success: chance(3) ? success(of: result) : nil,
            parameters: parameters, isVariadic: count > 0 && chance(5))
    }

    private mutating func success(of type: CType) -> SuccessTest? {
        switch type.canonical {
        case .pointer: return SuccessTest(chance(2) ? .equal : .notEqual, 0)
        case .integer, .enumeration, .bool:
            let comparisons: [SuccessTest.Comparison] = [
                .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
            ]
            let comparison = comparisons.randomElement(using: &random) ?? .equal
            return SuccessTest(comparison, chance(4) ? .min : Int64.random(in: -3...3, using: &random))
        default: return nil
        }
    }

    private mutating func parameter(_ name: String) -> Parameter {
        let type = type(depth: 3, at: .parameter)
        let name = chance(6) ? nil : name
        guard case .pointer(let target, let isConst) = type.canonical, chance(2) else {
            return Parameter(name: name, type: type)
        }
        let isPlain =
            switch target.canonical {
            case .void, .function: false
            default: true
            }
        let directions: [Parameter.Direction] = isConst || !isPlain ? [.in] : [.in, .out, .inout]
        let direction = directions.randomElement(using: &random) ?? .in
        return Parameter(
            name: name, type: type, direction: direction, isDirectionDeclared: true, isOptional: chance(3),
            isBytes: target.canonical == .integer(.unsignedChar) && chance(2), isRetained: chance(4),
            isReleased: chance(4))
    }

    private mutating func counted(_ parameter: Parameter, by index: Int) -> Parameter {
        guard parameter.isDirectionDeclared, chance(2), case .pointer(let target, _) = parameter.type.canonical,
            target.layout != nil
        else { return parameter }
        return Parameter(
            name: parameter.name, type: parameter.type, direction: parameter.direction, isDirectionDeclared: true,
            count: chance(3) ? .constant(Int.random(in: 1...99, using: &random)) : .parameter(index),
            isOptional: parameter.isOptional, isBytes: parameter.isBytes, isRetained: parameter.isRetained,
            isReleased: parameter.isReleased)
    }

    private mutating func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &random) == 0 }
}

extension SignatureGenerator {
    private enum Place {
        case result
        case parameter
        case target
        case element
    }

    private static let leaves: [CType] =
        IntegerType.allCases.map(CType.integer) + FloatingType.allCases.map(CType.floating) + [.bool]

    private mutating func type(depth: Int, at place: Place) -> CType {
        if depth == 0 || chance(3) { return leaf() }
        if place == .target, chance(4) { return .void }
        if place == .target, chance(4) { return .function(function(depth: depth - 1)) }
        if place == .target || place == .element, chance(3) {
            return .array(of: type(depth: depth - 1, at: .element), count: Int.random(in: 1...9, using: &random))
        }
        let target = type(depth: depth - 1, at: .target)
        let isFunction = if case .function = target { true } else { false }
        return .pointer(to: target, isConst: !isFunction && chance(2))
    }

    private mutating func leaf() -> CType {
        let names = ["point", "byte", "compare", "size_t", "uint32_t", "enum color", "struct point", "int64_t"]
        if chance(3), let name = names.randomElement(using: &random), let type = scope.type(named: name) { return type }
        return Self.leaves.randomElement(using: &random) ?? .bool
    }

    private mutating func function(depth: Int) -> FunctionType {
        let parameters = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            Parameter(name: nil, type: type(depth: depth, at: .parameter))
        }
        let result = chance(3) ? CType.void : type(depth: depth, at: .result)
        return FunctionType(result: result, parameters: parameters, isVariadic: !parameters.isEmpty && chance(4))
    }
}

/// A small generator whose numbers depend on its seed alone.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
