// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// A place behind a pointer, and the value that a callback computes for it.
struct ComputedWrite: Sendable {
    private let place: ComputedPlace
    private let value: ComputedValue
    private let size: Int
    /// True if the declaration allows null in the place of the pointer: then there is nothing to write behind it.
    private let mayBeNull: Bool

    /// The place in the options of the callback.
    private let origin: PartPath

    /// The writes of places, for each as many as there are values for it. None is written twice.
    ///
    /// - Throws: that a place cannot be written, or that a value does not fit it.
    static func all(_ writes: [CallbackWrite], in scope: CallbackScope) throws(Misfit) -> [ComputedWrite] {
        var all: [ComputedWrite] = []
        for write in writes {
            let characters = try write.characters(in: scope)
            let (values, isList) = (characters ?? write.values, write.isList || characters != nil)
            for (index, value) in values.enumerated() {
                let target = isList ? write.target.element(index, in: scope) : write.target
                all.append(try ComputedWrite(target, value, in: scope))
            }
        }
        try checkApart(all)
        return all
    }

    /// Refuses a second value for one place.
    static func checkApart(_ writes: [ComputedWrite]) throws(Misfit) {
        var places: Set<String> = []
        // An index that is computed is none in the text; two values for one place are found in the call then.
        for write in writes
        where write.place.isSettled && !write.place.text.contains("…") && !places.insert(write.place.text).inserted {
            throw Misfit(
                expected: "one value for \(write.place.text)", found: "a second one", path: .callback + write.origin)
        }
    }

    private init(
        _ target: ExpressionPlace, _ value: CallbackComputation, in scope: CallbackScope
    ) throws(Misfit) {
        let layout: ValueLayout
        do throws(ExpressionMistake) {
            place = try ComputedPlace(target, in: scope)
            layout = try place.writtenLayout(target, of: scope.shape)
        } catch {
            throw Misfit(error, at: value.place)
        }
        self.value = try ComputedValue(value, as: layout, in: scope)
        size = layout.size
        mayBeNull = scope.shape.signature.parameters[place.parameter].isOptional
        origin = value.place
        guard case .bits(let bits) = place.content, let constant = self.value.constant else { return }
        do throws(ExpressionFault) {
            _ = try Computed(bits, of: 0, bytes: constant, place: place.text)
        } catch {
            throw Misfit(
                ExpressionMistake(found: "a value: \(error.message)", expected: "one that the bits hold"),
                at: value.place)
        }
    }

    /// The value for a call, and the address at which it is to stand; nil where the argument is null, and may be.
    ///
    /// - Throws: that it has no value, or no place.
    func computed(for call: EnteredCall) throws(ExpressionFault) -> Computed? {
        if mayBeNull, unsafe call.slot(place.parameter).load(as: UInt.self) == 0 { return nil }
        let (address, bytes) = (try ComputedScope(call: call).address(of: place), try bytes(for: call))
        guard case .bits(let bits) = place.content else {
            return Computed(address: address, bytes: bytes, place: place.text)
        }
        return try Computed(bits, of: address, bytes: bytes, place: place.text)
    }

    private func bytes(for call: EnteredCall) throws(ExpressionFault) -> [UInt8] {
        var fault: ExpressionFault?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: CallShape.slotSize(for: size)) { room, count in
            guard let start = room.baseAddress else { return }
            do throws(ExpressionFault) {
                unsafe try value.write(call, to: UnsafeMutableRawPointer(start))
                count = size
            } catch {
                fault = error
            }
        }
        if let fault { throw ExpressionFault("of \(place.text), \(fault.message)") }
        return bytes
    }
}

extension ComputedWrite {
    /// A value that is ready to be written.
    struct Computed {
        private let address: UInt
        private let bytes: [UInt8]
        /// The member of the record at the address that has bits of its own, and its number.
        private let member: (bits: BitField, number: Value)?
        private let place: String

        fileprivate init(address: UInt, bytes: [UInt8], place: String) {
            (self.address, self.bytes, self.place, member) = (address, bytes, place, nil)
        }

        /// - Throws: that the bits do not hold the number.
        fileprivate init(_ bits: BitField, of record: UInt, bytes: [UInt8], place: String) throws(ExpressionFault) {
            let number = unsafe bytes.withUnsafeBytes { bytes in
                unsafe bytes.baseAddress.map { unsafe bits.scalar.read(from: $0) } ?? .null
            }
            (address, self.bytes, self.place, member) = (record, bytes, place, (bits, number))
            _ = try written(over: [UInt8](repeating: 0, count: bits.end))
        }

        /// Refuses two values for one place: two ways may lead there.
        static func checkApart(_ all: [Computed]) throws(ExpressionFault) {
            if all.count < 2 { return }
            let ordered = all.sorted { $0.firstBit < $1.firstBit }
            for (one, next) in zip(ordered, ordered.dropFirst()) where next.firstBit - one.firstBit < one.width {
                throw ExpressionFault("\(one.place) and \(next.place) are written, and are one place")
            }
        }

        private var firstBit: UInt64 { UInt64(address) &* 8 &+ UInt64(member?.bits.offset ?? 0) }
        private var width: UInt64 { UInt64(member?.bits.width ?? bytes.count * 8) }

        /// - Throws: that there is no memory that can be written.
        func write() throws(ExpressionFault) {
            guard let member else { return try write(bytes[...], to: address) }
            guard let record = UncertainMemory.bytes(at: address, count: member.bits.end) else { throw unwritable }
            let first = member.bits.offset / 8
            try write(try written(over: record)[first...], to: address + UInt(first))
        }

        private func write(_ bytes: ArraySlice<UInt8>, to address: UInt) throws(ExpressionFault) {
            guard unsafe bytes.withUnsafeBytes({ unsafe UncertainMemory.write($0, to: address) }) else {
                throw unwritable
            }
        }

        private var unwritable: ExpressionFault { ExpressionFault("the memory of \(place) cannot be written") }

        /// The bytes of a record with the number in its bits.
        private func written(over record: [UInt8]) throws(ExpressionFault) -> [UInt8] {
            guard let member else { return record }
            var (record, misfit) = (record, Misfit?.none)
            unsafe record.withUnsafeMutableBytes { room in
                guard let start = room.baseAddress else { return }
                do throws(Misfit) { unsafe try member.bits.write(member.number, to: start) } catch { misfit = error }
            }
            if let misfit {
                throw ExpressionFault(
                    "of \(place), it computes \(member.number.json), which must be \(misfit.expected)")
            }
            return record
        }
    }
}

extension ExpressionPlace {
    /// The place of one of several values that begin here: those behind an element are its neighbours.
    fileprivate func element(_ index: Int, in scope: CallbackScope) -> ExpressionPlace {
        guard case .part(let whole, .element(let first)) = self,
            case .layout(.scalar)? = (try? ComputedPlace(self, in: scope))?.content
        else { return .part(self, .element(.integer(Int128(index)))) }
        if case .integer(let number) = first { return .part(whole, .element(.integer(number + Int128(index)))) }
        return .part(whole, .element(.binary(.add, first, .integer(Int128(index)))))
    }
}

extension CallbackWrite {
    /// The characters of a text, with the 0 behind them: `"name": "\"weft\""` writes them one by one. Nil for any other
    /// value.
    ///
    /// - Throws: that the place has no characters.
    fileprivate func characters(in scope: CallbackScope) throws(Misfit) -> [CallbackComputation]? {
        guard !isList, case .text(let bytes)? = values.first?.expression else { return nil }
        do throws(ExpressionMistake) {
            let first = try ComputedPlace(target.element(0, in: scope), in: scope)
            guard case .layout(.scalar(.integer(let type))) = first.content, type.size == 1 else {
                throw ExpressionMistake(found: "a text", expected: "a number: no characters stand there")
            }
            return (bytes + [0]).map { byte in
                let number = type.isSigned ? Int128(Int8(bitPattern: byte)) : Int128(byte)
                return CallbackComputation(expression: .integer(number), at: place)
            }
        } catch {
            throw Misfit(error, at: place)
        }
    }
}

extension ComputedPlace {
    /// The layout of a value that is written to the place.
    ///
    /// - Throws: why nothing can be written there.
    fileprivate func writtenLayout(
        _ target: ExpressionPlace, of shape: CallShape
    ) throws(ExpressionMistake) -> ValueLayout {
        let type = target.type(among: shape.signature.parameters)
        guard isBehindPointer else {
            throw ExpressionMistake(
                found: "\"\(text)\", which the callback gets by value",
                expected:
                    "a place behind a pointer, such as *\(text) or \(text)[0]")
        }
        if type?.isConst == true {
            throw ExpressionMistake(
                found: "\"\(text)\", which is declared const", expected: "a place that the callback may write")
        }
        let passing = shape.parameters[parameter]
        let name = shape.signature.name(of: parameter)
        if passing.pointsToValues, !passing.isWritten {
            throw ExpressionMistake(
                found: "\"\(text)\", where \(name) is declared as an input",
                expected: "a parameter with _Out_ or _Inout_; \"annotate\" changes it")
        }
        if isUncounted {
            throw ExpressionMistake(
                found: "\"\(text)\", where it is not declared how many values are there",
                expected:
                    "a count: _Out_writes_(n) of the parameter, or _In_reads_(n) of the member, by \"annotate\"")
        }
        let other: String
        switch content {
        case .layout(let layout): return layout
        case .bits(let bits): return .scalar(bits.scalar)
        case .union: other = "a union"
        case .buffer: other = "a pointer to values that other members count"
        }
        throw ExpressionMistake(
            found: "\"\(text)\", which is \(other)", expected: "a number, or a pointer by itself")
    }
}

extension ExpressionPlace {
    /// The type of the place, and whether it is const; nil where it is not declared.
    fileprivate func type(among parameters: [Parameter]) -> (type: CType, isConst: Bool)? {
        switch self {
        case .name(let name): return parameters.index(named: name).map { (parameters[$0].type, false) }
        case .conversion: return nil
        case .cast(let place, _):
            // A cast takes const from no value.
            guard let (type, isConst) = place.type(among: parameters) else { return nil }
            guard case .pointer(_, isConst: true) = type.canonical else { return nil }
            return (.pointer(to: .void, isConst: true), isConst)
        case .part(let place, let step):
            guard let (type, isConst) = place.type(among: parameters) else { return nil }
            switch (step, type.canonical) {
            case (.element, .pointer(let target, let isConst)): return (target.defined, isConst)
            case (.element, .array(let element, _)): return (element, isConst)
            case (.target(let name), .pointer(let target, let isConst)):
                return (target.defined.part(named: name), isConst)
            case (.member(let name), _): return (type.part(named: name), isConst)
            default: return nil
            }
        }
    }
}
