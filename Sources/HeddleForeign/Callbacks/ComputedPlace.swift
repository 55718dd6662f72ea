// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics

/// A place that the expression of a callback names, found once: the slot of an argument, and the way from there.
struct ComputedPlace: Sendable {
    /// One step of the way.
    enum Step: Sendable {
        /// So many bytes on.
        case offset(Int)
        /// To where the pointer leads that stands here.
        case pointer
        /// To one of the values that the argument here points to.
        case argument(Expression<ComputedPlace>, ArgumentExtent, size: Int)
        /// To an element; of an array its count is known.
        case element(Expression<ComputedPlace>, size: Int, count: Int?)
        /// To one of the values to which a field leads of the record here, and which other fields count. A cast may take
        /// them for values of another size. The text is that of the field.
        case counted(Expression<ComputedPlace>, MemberBuffer, offset: Int, RecordShape, size: Int?, text: String)
        /// To nowhere else, where a field stands in the record here; what its text says fails in any other case.
        case field(RecordShape.Field, RecordShape, text: String)
        /// To nowhere else, where a member of a union stands in the record here.
        case member(Int, UnionChoice, RecordShape, text: String)
    }

    /// The value at the place, as it lies in memory.
    enum Content: Sendable {
        case layout(ValueLayout)
        case bits(BitField)
        /// The values to which a field leads of the record at the place; with a pointer as which a cast takes that field.
        case buffer(MemberBuffer, offset: Int, RecordShape, as: ValueLayout? = nil)
        /// A union in the record at the place, beside which a number says which of its members stands there.
        case union(RecordShape, offset: Int, UnionChoice, in: RecordShape)

        /// The value by itself, without the numbers beside it.
        var layout: ValueLayout? {
            switch self {
            case .layout(let layout): layout
            case .buffer(let buffer, _, _, let pointer): pointer ?? buffer.layout
            case .union(let union, _, _, _): .record(union)
            case .bits: nil
            }
        }

        /// The bytes from the record at the place to the value.
        fileprivate var offset: Int {
            switch self {
            case .layout, .bits: 0
            case .buffer(_, let offset, _, _), .union(_, let offset, _, _): offset
            }
        }
    }

    /// No memory has more elements.
    static let mostElements = 1 << 31

    /// The parameter of the function.
    let parameter: Int
    private(set) var steps: [Step] = []
    private(set) var content: Content
    /// The values behind the pointer that stands at the place, where that is an argument.
    private(set) var extent: ArgumentExtent?
    /// True if the way leads to one of the values behind a pointer of which nobody has declared how many there are.
    private(set) var isUncounted = false
    /// True if the way goes through a pointer that a cast takes for another one.
    private(set) var isCast = false
    /// As it was written.
    let text: String

    /// Finds a place among the parameters of a function.
    ///
    /// - Throws: that there is no such place.
    init(_ place: ExpressionPlace, in scope: CallbackScope) throws(ExpressionMistake) {
        text = place.description
        switch place {
        case .name(let name):
            let parameters = scope.shape.signature.parameters
            guard let index = parameters.index(named: name) else {
                throw ExpressionMistake(found: "\"\(name)\"", expected: parameters.nameAdvice)
            }
            guard let layout = ValueLayout(parameters[index].type) else {
                throw ExpressionMistake(found: "\"\(name)\" of the type \(parameters[index].type)", expected: "a value")
            }
            parameter = index
            content = .layout(layout)
            extent = ArgumentExtent(index, of: scope.shape)
        case .conversion:
            throw ExpressionMistake(found: "\"\(place)\", which is a number", expected: "a parameter, or a part of one")
        case .cast(let inner, let type):
            let place = try ComputedPlace(inner, in: scope)
            (parameter, steps, extent) = (place.parameter, place.steps, place.extent)
            (isUncounted, isCast) = (place.isUncounted, true)
            guard let layout = place.content.layout, layout.isPointer else {
                throw ExpressionMistake(found: "\"\(inner)\" behind (\(type))", expected: "a pointer")
            }
            let pointer = try Self.pointer(type, in: scope)
            if case .buffer(let buffer, let offset, let record, _) = place.content {
                content = .buffer(buffer, offset: offset, record, as: pointer)
            } else {
                if place.content.offset != 0 { steps.append(.offset(place.content.offset)) }
                content = .layout(pointer)
            }
        case .part(let inner, let step):
            let place = try ComputedPlace(inner, in: scope)
            (parameter, steps, content, extent) = (place.parameter, place.steps, place.content, place.extent)
            (isUncounted, isCast) = (place.isUncounted, place.isCast)
            switch (place.content, step) {
            case (.layout(let layout), _): try enter(step, of: inner, layout, in: scope)
            case (.buffer(let buffer, let offset, let record, let pointer), .element(let index)):
                try enter(index, of: buffer, at: offset, of: record, as: pointer, inner, in: scope)
            case (.buffer(let buffer, let offset, let record, let pointer), .target(let name)):
                try enter(.integer(0), of: buffer, at: offset, of: record, as: pointer, inner, in: scope)
                guard case .layout(.record(let element)) = content, !buffer.isInline else {
                    throw Self.noPart(step, of: inner, place.content)
                }
                try enter(name, of: element, inner)
            case (.union(let union, let offset, let choice, let record), .member(let name)):
                if let member = union.field(name)?.alternatives.first?.member {
                    steps.append(.member(member, choice, record, text: text))
                }
                steps.append(.offset(offset))
                try enter(name, of: union, inner)
            case (.bits, _), (.buffer, _), (.union, _): throw Self.noPart(step, of: inner, place.content)
            }
            // It is that of the argument, and not of a part of it.
            extent = nil
        }
    }

    /// Goes to one of the values to which a field leads.
    private mutating func enter(
        _ index: Expression<ExpressionPlace>, of buffer: MemberBuffer, at offset: Int, of record: RecordShape,
        as pointer: ValueLayout?, _ place: ExpressionPlace, in scope: CallbackScope
    ) throws(ExpressionMistake) {
        var element = buffer.run.element
        if let pointer { element = try Self.target(of: pointer, place) }
        let compiled = try position(index, count: buffer.run.constantCount(ofSize: element.size), in: scope)
        let size = pointer == nil ? nil : element.size
        steps.append(.counted(compiled, buffer, offset: offset, record, size: size, text: place.description))
        content = .layout(element)
    }

    /// The value to which a pointer leads.
    private static func target(
        of pointer: ValueLayout, _ place: ExpressionPlace
    ) throws(ExpressionMistake) -> ValueLayout {
        switch pointer {
        case .text, .sharedText: return .scalar(.integer(.char))
        case .handle(let target), .wideText(_, let target): if let layout = target.layout { return layout }
        default: break
        }
        throw ExpressionMistake(
            found: "\"*\(place)\", where it is not declared what \(place) points to",
            expected: "a cast such as *(int *)\(place)")
    }

    private static func pointer(_ text: String, in scope: CallbackScope) throws(ExpressionMistake) -> ValueLayout {
        let type = scope.type(text)
        guard let type, case .pointer = type.canonical, let layout = ValueLayout(type) else {
            throw ExpressionMistake(
                found: type == nil ? "the type (\(text)), which is not declared" : "the type (\(text))",
                expected: "a pointer to a type of C, or to one that the module declares, such as (int *)")
        }
        return layout
    }

    private mutating func enter(
        _ step: ExpressionPlace.Step, of place: ExpressionPlace, _ layout: ValueLayout, in scope: CallbackScope
    ) throws(ExpressionMistake) {
        switch (step, layout) {
        case (.member(let name), .record(let record)): try enter(name, of: record, place)
        case (.target(let name), .handle(let target)):
            guard case .record(let record)? = target.layout else {
                throw ExpressionMistake(
                    found:
                        "\"\(ExpressionPlace.part(place, step))\", where \(target.name) has no fields that are declared",
                    expected: "a pointer to a structure whose members are declared")
            }
            try follow(to: .integer(0), size: record.size, in: scope)
            try enter(name, of: record, place)
        case (.element(let index), .array(let element, let count)):
            try enter(index, element, count: count, in: scope)
        case (.element(let index), .characters(let count)):
            try enter(index, .scalar(.integer(.char)), count: count, in: scope)
        case (.element(let index), .text), (.element(let index), .sharedText), (.element(let index), .handle),
            (.element(let index), .wideText):
            let element = try Self.target(of: layout, place)
            try follow(to: index, size: element.size, in: scope)
            content = .layout(element)
        default: throw Self.noPart(step, of: place, content)
        }
    }

    private mutating func enter(
        _ name: String, of record: RecordShape, _ place: ExpressionPlace
    ) throws(ExpressionMistake) {
        guard let field = record.field(name) else {
            throw ExpressionMistake(
                found: "\"\(name)\"", expected: "a field of \(record.name): \(record.fieldNames)")
        }
        if field.choices.contains(where: { $0.member != nil }) { steps.append(.field(field, record, text: text)) }
        switch field.content {
        case .bits(let bits): content = .bits(bits)
        case .element(.record(let inner), let offset) where field.choice != nil:
            if let choice = field.choice { content = .union(inner, offset: offset, choice, in: record) }
        case .element(let layout, let offset):
            steps.append(.offset(offset))
            content = .layout(layout)
        case .buffer(let buffer, let offset): content = .buffer(buffer, offset: offset, record)
        }
    }

    private mutating func enter(
        _ index: Expression<ExpressionPlace>, _ element: ValueLayout, count: Int?, in scope: CallbackScope
    ) throws(ExpressionMistake) {
        content = .layout(element)
        try step(to: index, size: element.size, count: count, in: scope)
    }

    /// Goes to one of the elements that begin here.
    private mutating func step(
        to index: Expression<ExpressionPlace>, size: Int, count: Int?, in scope: CallbackScope
    ) throws(ExpressionMistake) {
        switch try position(index, count: count, in: scope) {
        case .integer(let number): if number > 0 { steps.append(.offset(Int(number) * size)) }
        case let compiled: steps.append(.element(compiled, size: size, count: count))
        }
    }

    /// Goes to one of the values to which the pointer here leads: of an argument no further than it is declared to.
    private mutating func follow(
        to index: Expression<ExpressionPlace>, size: Int, in scope: CallbackScope
    ) throws(ExpressionMistake) {
        var count: Int?
        // No step leads away from an argument itself.
        if steps.isEmpty {
            if let extent {
                let index = try position(index, count: extent.run.constantCount(ofSize: size), in: scope)
                return steps.append(.argument(index, extent, size: size))
            }
            if case .pointed(let layout, _) = scope.shape.parameters[parameter] {
                guard size <= layout.size else {
                    throw ExpressionMistake(
                        found:
                            "a value of \(counted(size, "byte")) behind \(scope.shape.signature.name(of: parameter)), "
                            + "where \(counted(layout.size, "byte")) is declared to stand",
                        expected: "a smaller one, or a count of the parameter such as _Inout_updates_bytes_(\(size))")
                }
                count = layout.size / max(1, size)
            }
        }
        if case .integer(0) = index {} else if count == nil { isUncounted = true }
        steps.append(.pointer)
        try step(to: index, size: size, count: count, in: scope)
    }

    /// The index of an element, as far as it is known where it has to be one.
    private func position(
        _ index: Expression<ExpressionPlace>, count: Int?, in scope: CallbackScope
    ) throws(ExpressionMistake) -> Expression<ComputedPlace> {
        let (compiled, kind) = try index.compiled(in: scope)
        guard kind == .integer else {
            throw ExpressionMistake(found: "an index that is no whole number", expected: "a whole number")
        }
        guard let value = try compiled.constant(), case .integer(let number) = value else { return compiled }
        guard number >= 0, number < Int128(count ?? Self.mostElements) else {
            throw ExpressionMistake(
                found: "the index \(number)",
                expected: number < 0 && count == nil ? "one from 0 on" : Self.expectedIndex(count ?? Self.mostElements))
        }
        return .integer(number)
    }

    private static func expectedIndex(_ count: Int) -> String {
        switch count {
        case 0: "none: nothing is declared to stand there"
        case 1: "0: one value is declared to stand there"
        default: "one from 0 to \(count - 1)"
        }
    }

    private static func noPart(
        _ step: ExpressionPlace.Step, of place: ExpressionPlace, _ content: Content
    ) -> ExpressionMistake {
        let words = content.layout?.expressionWords ?? "a number"
        let found = "\"\(ExpressionPlace.part(place, step))\", where \(place) is \(words)"
        return switch (step, content) {
        case (.member(let name), .layout(.handle)), (.member(let name), .buffer):
            ExpressionMistake(found: found, expected: "\"\(place)->\(name)\"")
        case (.target(let name), .layout(.record)), (.target(let name), .union):
            ExpressionMistake(found: found, expected: "\"\(place).\(name)\"")
        case (.element, _): ExpressionMistake(found: found, expected: "an array or a pointer before an index")
        default: ExpressionMistake(found: found, expected: "a structure before a field")
        }
    }

    /// The kind of value that an expression takes the place for.
    ///
    /// - Throws: that it is nothing to compute with.
    func kind() throws(ExpressionMistake) -> ExpressionKind {
        guard let layout = content.layout else { return .integer }
        if countsBytes { return .pointer(isText: true) }
        switch layout {
        case .scalar(.integer(.unsignedInt128)), .scalar(.complex), .scalar(.floating(.longDouble)):
            throw ExpressionMistake(
                found: "\"\(text)\", which is \(layout.expressionWords)",
                expected: "a number that an __int128 or a double holds")
        case .scalar(.floating): return .floating
        case .scalar: return .integer
        case .characters: return .text
        case .text, .sharedText: return .pointer(isText: true)
        case .wideText, .handle, .function: return .pointer(isText: false)
        case .record(let record):
            throw ExpressionMistake(
                found: "\"\(text)\", which is a \(record.name)", expected: "one of its fields: \(record.fieldNames)")
        case .array:
            throw ExpressionMistake(found: "\"\(text)\", which is an array", expected: "one of its elements")
        }
    }
}

extension ComputedPlace {
    /// The size of the value there, in bytes.
    var size: Int {
        switch content {
        case .layout(let layout): layout.size
        case .bits(let bits): bits.end
        // They are read with the record that they stand in.
        case .buffer(_, _, let record, _), .union(_, _, _, in: let record): record.size
        }
    }

    /// True if the way leads through a pointer, and not only to a part of an argument.
    var isBehindPointer: Bool {
        steps.contains { step in
            switch step {
            case .pointer, .argument, .counted: true
            case .offset, .element, .field, .member: false
            }
        }
    }

    /// True if the way to it is the same for all arguments.
    var isSettled: Bool {
        steps.allSatisfy { step in
            switch step {
            case .argument(let index, _, _), .element(let index, _, _), .counted(let index, _, _, _, _, _):
                index.isConstant
            case .offset, .pointer, .field, .member: true
            }
        }
    }

    /// True for a pointer to bytes, or one that a cast takes for such, if the declaration says how many there are.
    var countsBytes: Bool {
        switch content {
        case .buffer(let buffer, _, _, let pointer):
            buffer.run.count != .untilNull && (pointer?.isText ?? (buffer.run.stride == 1))
        case .layout(let layout):
            steps.isEmpty && (extent.map { $0.isCounted && ($0.hasBytes || layout.isText) } ?? false)
        case .bits, .union: false
        }
    }
}

extension Expression<ExpressionPlace> {
    /// The expression over the arguments of a function, and what it computes.
    ///
    /// - Throws: what it names and is not there, or does not fit together.
    func compiled(
        in scope: CallbackScope
    ) throws(ExpressionMistake) -> (expression: Expression<ComputedPlace>, kind: ExpressionKind) {
        let compiled = try computed(in: scope)
        return try compiled.checked { place throws(ExpressionMistake) in try place.kind() }
    }

    /// The expression over places that were found.
    private func computed(in scope: CallbackScope) throws(ExpressionMistake) -> Expression<ComputedPlace> {
        try flatMap { place throws(ExpressionMistake) in
            switch place {
            case .cast(let inner, let text):
                if let type = scope.type(text), type.isNumber {
                    return try Expression<ComputedPlace>.place(try ComputedPlace(inner, in: scope))
                        .converted(to: type, named: text)
                }
            case .conversion(let operand, let text):
                guard let type = scope.type(text) else {
                    throw ExpressionMistake(
                        found: "the type (\(text)), which is not declared", expected: "a type of numbers")
                }
                return try operand.computed(in: scope).converted(to: type, named: text)
            case .name, .part: break
            }
            return .place(try ComputedPlace(place, in: scope))
        }
    }
}

extension [Parameter] {
    /// The parameter of a name, or that of a position.
    func index(named name: String) -> Int? {
        firstIndex { $0.name == name } ?? Parameter.index(ofPosition: name, among: count)
    }

    fileprivate var nameAdvice: String {
        if isEmpty { return "an expression without names: the function takes nothing" }
        let names = enumerated().map { $1.name ?? Parameter.positionName($0) }
        return "the name of a parameter: \(names.joined(separator: ", "))"
    }
}

extension RecordShape {
    fileprivate var fieldNames: String {
        fields.prefix(8).map(\.name).joined(separator: ", ") + (fields.count > 8 ? ", …" : "")
    }
}

extension ValueLayout {
    /// True for a pointer to characters of one byte.
    fileprivate var isText: Bool {
        switch self {
        case .text, .sharedText: true
        default: false
        }
    }

    /// The values as messages about expressions name them.
    fileprivate var expressionWords: String {
        switch self {
        case .scalar(.integer(.unsignedInt128)): "an unsigned __int128"
        case .scalar(.complex): "a complex number"
        case .scalar(.floating(let type)): "a \(type.rawValue)"
        case .scalar: "a number"
        case .record(let record): "a \(record.name)"
        case .array: "an array"
        case .characters, .text, .sharedText, .wideText: "a text"
        case .handle(let target): "a pointer to \(target.name)"
        case .function: "a pointer to a function"
        }
    }
}
