// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The System V ABI for x86-64, as gcc and clang follow it.
struct SystemV: CallingConvention {
    private static let integerRegisters = 6
    private static let floatRegisters = 8

    private var placement = Placement()
    private var integers = 0

    static func place(_ parameters: [CType], result: CType) throws(Unsupported) -> Placement {
        var convention = Self()
        try convention.placeResult(result)
        for (index, type) in parameters.enumerated() { try convention.placeArgument(type, at: index) }
        return convention.placement
    }

    // MARK: Arguments

    private mutating func placeArgument(_ type: CType, at index: Int) throws(Unsupported) {
        guard let layout = type.canonical.layout else { throw Disagreement.noSize.refusal(of: type, parameter: index) }
        let classes = try Self.classes(of: type, parameter: index)
        // A long double in memory is what its class means for an argument.
        if let classes, !classes.contains(.x87), let pieces = takeRegisters(classes, layout, type) {
            placement.arguments.append(pieces)
        } else {
            placement.arguments.append([takeStack(layout, type)])
        }
    }

    /// All of a value travels in registers, or none of it.
    private mutating func takeRegisters(
        _ classes: [SystemVClass], _ layout: TypeLayout, _ type: CType
    ) -> [Placement.Piece]? {
        let wanted = classes.count { $0 == .integer }
        guard integers + wanted <= Self.integerRegisters,
            placement.floats + classes.count(where: { $0 == .sse }) <= Self.floatRegisters
        else { return nil }
        var pieces: [Placement.Piece] = []
        for (index, one) in classes.enumerated() where one != .none {
            let place = one == .integer ? Placement.Place.integer(integers) : .float(placement.floats)
            if one == .integer { integers += 1 } else { placement.floats += 1 }
            pieces.append(Self.piece(index, layout, type, at: place))
        }
        return pieces
    }

    private mutating func takeStack(_ layout: TypeLayout, _ type: CType) -> Placement.Piece {
        let alignment = max(8, layout.alignment)
        let start = (placement.stackSize + alignment - 1) / alignment * alignment
        placement.stackSize = start + (layout.size + 7) / 8 * 8
        placement.stackAlignment = max(placement.stackAlignment, alignment)
        return Placement.Piece(offset: 0, size: layout.size, place: .stack(start), widening: type.widening)
    }

    // MARK: Results

    private mutating func placeResult(_ type: CType) throws(Unsupported) {
        if type.canonical == .void { return }
        guard let layout = type.canonical.layout else { throw Disagreement.noSize.refusal(of: type, parameter: nil) }
        if type.canonical == .complex(.longDouble) {
            placement.result = .x87(count: 2)
        } else if let classes = try Self.classes(of: type, parameter: nil) {
            placement.result = Self.result(classes, layout, type)
        } else {
            placement.result = .memory
            integers = 1
        }
    }

    private static func result(_ classes: [SystemVClass], _ layout: TypeLayout, _ type: CType) -> Placement.Result {
        if classes.contains(.x87) { return .x87(count: 1) }
        var integers = 0
        var floats = 0
        let pieces = classes.enumerated().filter { $0.element != .none }.map { index, one in
            let place = one == .integer ? Placement.Place.integer(integers) : .float(floats)
            if one == .integer { integers += 1 } else { floats += 1 }
            return piece(index, layout, type, at: place)
        }
        return .registers(pieces)
    }

    // MARK: libffi

    /// libffi 3.4.4 loses the floating-point part of a structure that is partly in the sixth integer register, and does
    /// not know which registers long double and complex members take.
    static func libffiFault(of type: CType) -> NoLibffiType? {
        guard case .record = type.canonical else { return nil }
        if type.hasMember({ $0.type.isComplexOrLong }) { return .nestedNumber }
        let classes = try? SystemVClassifier.classes(of: type)
        guard let classes, classes.contains(.integer), classes.contains(.sse) else { return nil }
        return .mixedRegisters
    }

    // MARK: Both

    private static func piece(
        _ index: Int, _ layout: TypeLayout, _ type: CType, at place: Placement.Place
    ) -> Placement.Piece {
        let size = min(8, layout.size - index * 8)
        return Placement.Piece(offset: index * 8, size: size, place: place, widening: type.widening)
    }

    private static func classes(of type: CType, parameter: Int?) throws(Unsupported) -> [SystemVClass]? {
        do {
            return try SystemVClassifier.classes(of: type)
        } catch {
            throw error.refusal(of: type, parameter: parameter)
        }
    }
}

extension CType {
    /// True for numbers that take two floating-point registers, or one that is longer, and arrays of them.
    fileprivate var isComplexOrLong: Bool {
        switch canonical {
        case .complex, .floating(.longDouble): true
        case .array(let element, _): element.isComplexOrLong
        default: false
        }
    }
}
