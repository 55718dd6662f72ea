// SPDX-License-Identifier: Apache-2.0

import CCallBarrier
import HeddleDeclarations

@testable import HeddleForeign

/// A case with the shapes of its calls, for another machine than this one.
struct MachineCase {
    /// By which engine, and told what, a call is made.
    enum Way: String, CaseIterable {
        case own
        case types
        case words
    }

    let oracle: OracleCase
    let way: Way
    private let call: ShapeText
    private let entered: ShapeText

    /// - Returns: nil where the machine has no such way for the case.
    init?(_ oracle: OracleCase, _ way: Way, for target: MachineTarget) {
        guard let declared = try? DeclaredCase(oracle) else { return nil }
        let all = declared.call.followed(by: declared.further)
        guard let call = ShapeText(all, fixed: declared.call.parameters.count, way, for: target),
            let entered = ShapeText(
                declared.back?.parameters.first?.type.calledBack ?? all, fixed: nil, way, for: target)
        else { return nil }
        self.oracle = oracle
        self.way = way
        self.call = call
        self.entered = entered
    }

    private var name: String { "\(oracle.number)_\(way.rawValue)" }

    /// The static data of both shapes, and what fills it when the program has begun.
    var text: String {
        call.text("call_\(name)") + entered.text("entered_\(name)")
            + "static void prepare_\(name)(void) {\n\(call.preparation("call_\(name)"))"
            + "\(entered.preparation("entered_\(name)"))}\n"
    }

    /// The case's row in the table.
    var row: String {
        "    { \(oracle.number), \"\(way.rawValue)\", &call_\(name), &entered_\(name), slots_call_\(name), "
            + "(void (*)(void))\(oracle.symbol), (void (*)(void *))\(oracle.backSymbol), prepare_\(name) },\n"
    }
}

extension CType {
    /// The signature of the function that a parameter points to.
    fileprivate var calledBack: Signature? {
        guard case .pointer(let target, _) = canonical, case .function(let function) = target.canonical else {
            return nil
        }
        return Signature(symbol: "callback", result: function.result, parameters: function.parameters)
    }
}

/// A shape as C text.
private struct ShapeText {
    private let shape: NativeShape
    private let slots: [Int]
    private let types: LibffiTypes?
    private let way: MachineCase.Way

    init?(_ signature: Signature, fixed: Int?, _ way: MachineCase.Way, for target: MachineTarget) {
        let types = signature.parameters.map(\.type)
        let sizes = types.map { $0.canonical.layout?.size ?? 0 }
        slots = sizes.indices.map { sizes[..<$0].reduce(0) { $0 + CallShape.slotSize(for: $1) } }
        let slotBytes = sizes.reduce(0) { $0 + CallShape.slotSize(for: $1) }
        let resultSize = signature.result.canonical.layout?.size ?? 0
        self.way = way
        self.types = try? LibffiTypes(
            types, result: signature.result, fixed: fixed ?? types.count, on: target.machine)
        if way == .types {
            // Swift has no long double there, and some of these machines lay it out in another way.
            let isRefused = target.words == nil && (types + [signature.result]).contains(where: \.hasLongDouble)
            guard self.types != nil, !isRefused else { return nil }
            shape = NativeShape(nil, slots: slots, slotBytes: slotBytes, resultSize: resultSize)
        } else {
            guard let words = target.words, let convention = target.machine.convention,
                let placement = try? convention.place(types, result: signature.result),
                way == .own || fixed == nil || placement.stackAlignment <= 16
            else { return nil }
            shape = NativeShape(
                placement, slots: slots, slotBytes: slotBytes, resultSize: resultSize, words: words)
        }
    }

    func text(_ name: String) -> String {
        let codes = (types?.codes ?? [0]).map(String.init).joined(separator: ", ")
        let offsets = (slots + [0]).map(String.init).joined(separator: ", ")
        return """
            static const uint32_t codes_\(name)[] = { \(codes) }, slots_\(name)[] = { \(offsets) };
            static const heddle_piece pieces_\(name)[] = { \(pieces) };
            static heddle_shape \(name) = { \(placement(name)), 0, \(slots.count), \
            \(unsafe shape.pointer.pointee.slot_bytes), \(unsafe shape.pointer.pointee.result_bytes), 0, 0 };

            """
    }

    /// The statement that describes the shape to libffi.
    func preparation(_ name: String) -> String {
        switch way {
        case .own: ""
        case .words: "    \(name).description = heddle_describe_words(&\(name).placement);\n"
        case .types:
            "    \(name).description = heddle_describe_types(codes_\(name), \(types?.codes.count ?? 0), "
                + "\(slots.count), \(types?.fixed ?? 0));\n"
        }
    }

    private var pieces: String {
        let placement = unsafe shape.pointer.pointee.placement
        let all = unsafe UnsafeBufferPointer(start: placement.pieces, count: Int(placement.count)).map {
            "{ \($0.argument), \($0.offset), \($0.start), \($0.word), \($0.size), \($0.load.rawValue) }"
        }
        return all.isEmpty ? "{ 0 }" : all.joined(separator: ", ")
    }

    private func placement(_ name: String) -> String {
        let placement = unsafe shape.pointer.pointee.placement
        let parts = unsafe placement.result_parts
        let all = [parts.0, parts.1, parts.2, parts.3].map { "{ \($0.offset), \($0.word), \($0.size) }" }
        let numbers = unsafe [
            placement.count, placement.stack_words, placement.stack_alignment, placement.floats,
            placement.result.rawValue, placement.result_size, placement.result_count,
        ].map(String.init)
        let rest = unsafe [placement.result_load.rawValue, placement.copy_bytes, placement.copy_alignment]
            .map(String.init)
        return "{ pieces_\(name), \(numbers.joined(separator: ", ")), { \(all.joined(separator: ", ")) }, "
            + "\(rest.joined(separator: ", ")) }"
    }
}

extension CType {
    fileprivate var hasLongDouble: Bool {
        switch canonical {
        case .floating(.longDouble), .complex(.longDouble): true
        default: hasMember { $0.type.hasLongDouble }
        }
    }
}
