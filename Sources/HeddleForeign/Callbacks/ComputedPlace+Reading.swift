// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics

/// The arguments of one call of a callback, as its expressions see them.
///
/// The memory behind pointers is copied by the kernel, which says where it cannot be read.
@safe struct ComputedScope: ExpressionScope {
    let call: EnteredCall

    func value(of place: ComputedPlace) throws(ExpressionFault) -> ExpressionValue {
        let (address, isOwn) = try find(place)
        return try read(place, at: address, isOwn)
    }

    /// The address of a place behind a pointer.
    ///
    /// - Throws: that it is not there.
    func address(of place: ComputedPlace) throws(ExpressionFault) -> UInt { try find(place).address }

    /// Goes the way to a place. It is the call's own where it is a part of an argument itself.
    private func find(_ place: ComputedPlace) throws(ExpressionFault) -> (address: UInt, isOwn: Bool) {
        var address = UInt(bitPattern: unsafe call.slot(place.parameter))
        var isOwn = true
        // Where the last pointer has led to.
        var start: UInt = 0
        func follow() throws(ExpressionFault) {
            if !isOwn { try checkEnd(of: address, MemoryLayout<UInt>.size, from: start, place) }
            address = try pointer(at: address, isOwn, place)
            guard address != 0 else { throw ExpressionFault("a pointer on the way to \(place.text) is null") }
            (start, isOwn) = (address, false)
        }
        for step in place.steps {
            switch step {
            case .offset(let count): address &+= UInt(bitPattern: count)
            case .pointer: try follow()
            case .argument(let index, let extent, let size):
                try follow()
                let number = try self.index(index, nil, place)
                if let flaw = extent.absence(of: number, size: size, at: address, in: call.arguments) {
                    throw ExpressionFault("\(place.text) is not there: \(flaw)")
                }
                address &+= UInt(bitPattern: number &* size)
            case .element(let index, let size, let count):
                address &+= UInt(bitPattern: try self.index(index, count, place) &* size)
            case .counted(let index, let buffer, let offset, let record, let size, let text):
                let number = try self.index(index, nil, place)
                let stride = size ?? buffer.run.stride
                // The last of the declared values in which this one ends.
                let last = ((number + 1) * stride - 1) / buffer.run.stride
                try unsafe refuse(text, of: record, at: address, isOwn, place) {
                    unsafe absence(of: last, in: buffer, of: record, $0)
                }
                address &+= UInt(bitPattern: offset)
                if buffer.isInline, isOwn {
                    throw ExpressionFault("\(text) is not there: a structure is passed without the array at its end")
                }
                if !buffer.isInline { try follow() }
                if buffer.run.count.endsWithNull { try checkNull(last, of: buffer, from: address, text) }
                address &+= UInt(bitPattern: number &* stride)
            case .field(let field, let record, let text):
                try unsafe refuse(text, of: record, at: address, isOwn, place) {
                    unsafe record.absence(of: field, in: $0)
                }
            case .member(let member, let choice, let record, let text):
                try unsafe refuse(text, of: record, at: address, isOwn, place) {
                    unsafe record.absence(of: member, choice, in: $0)
                }
            }
        }
        if !isOwn { try checkEnd(of: address, place.size, from: start, place) }
        return (address, isOwn)
    }

    /// Refuses what lies behind the end of an object of the behaviour: a cast, or an index, may lead there.
    private func checkEnd(
        of address: UInt, _ size: Int, from start: UInt, _ place: ComputedPlace
    ) throws(ExpressionFault) {
        guard place.isCast || place.isUncounted, let room = HandleTable.shared.room(at: start) else { return }
        let end = address.subtractingReportingOverflow(start)
        if end.overflow || end.partialValue > UInt(room) || UInt(size) > UInt(room) - end.partialValue {
            throw .behindEnd(place.text, room)
        }
    }

    func text(at address: UInt) throws(ExpressionFault) -> [UInt8] {
        guard let characters = UncertainMemory.characters(at: address) else {
            throw ExpressionFault("the memory of a text cannot be read")
        }
        return characters
    }

    func bytes(at address: UInt, count: Int) throws(ExpressionFault) -> [UInt8] {
        // There has to be room for a copy.
        guard count <= Self.mostBytes, let bytes = UncertainMemory.bytes(at: address, count: count) else {
            throw ExpressionFault("\(count) bytes of memory cannot be read")
        }
        return bytes
    }

    private static let mostBytes = 1 << 30

    /// The bytes behind a pointer that a field of a record is, or behind the record itself.
    private func counted(
        _ buffer: MemberBuffer, at offset: Int, of record: RecordShape, _ address: UInt, _ isOwn: Bool,
        _ place: ComputedPlace
    ) throws(ExpressionFault) -> ExpressionValue {
        let start: UInt
        if buffer.isInline {
            if isOwn {
                throw ExpressionFault("\(place.text) is not there: a structure is passed without the array at its end")
            }
            start = address &+ UInt(bitPattern: offset)
        } else {
            start = try pointer(at: address &+ UInt(bitPattern: offset), isOwn, place)
        }
        guard start != 0, place.countsBytes else { return .pointer(start) }
        var flaw = ""
        let number: Int? = unsafe try read(at: address, isOwn, record.size, place) { memory in
            if let count = unsafe record.count(of: buffer, in: memory), count >= 0 { return count }
            flaw = unsafe record.countWords(of: buffer, in: memory)
            return nil
        }
        guard let number else { throw ExpressionFault("\(place.text) \(flaw)") }
        return .counted(start, count: try buffer.run.bytes(of: number, at: start, named: place.text))
    }

    /// Refuses a way that the numbers in a record do not allow.
    ///
    /// - Parameter words: what is wrong, by the memory of the record; nil where nothing is.
    private func refuse(
        _ text: String, of record: RecordShape, at address: UInt, _ isOwn: Bool, _ place: ComputedPlace,
        _ words: (UnsafeRawPointer) -> String?
    ) throws(ExpressionFault) {
        let flaw: String? = unsafe try read(at: address, isOwn, record.size, place) { unsafe words($0) }
        if let flaw { throw ExpressionFault("\(text) \(flaw)") }
    }

    /// Says why a buffer has no value of a number; nil where it has one, or ends at a null.
    private func absence(
        of number: Int, in buffer: MemberBuffer, of record: RecordShape, _ memory: UnsafeRawPointer
    ) -> String? {
        if buffer.run.count == .untilNull { return nil }
        if let count = unsafe record.count(of: buffer, in: memory), number < count { return nil }
        return unsafe record.countWords(of: buffer, in: memory)
    }

    /// Refuses a value behind the null or 0 that ends a list.
    private func checkNull(
        _ number: Int, of buffer: MemberBuffer, from address: UInt, _ text: String
    ) throws(ExpressionFault) {
        switch buffer.valuesBeforeNull(from: address, atMost: number + 1) {
        case nil: throw ExpressionFault("the memory behind \(text) cannot be read")
        case let count? where count <= number:
            throw ExpressionFault("\(text) \(buffer.endWords(behind: count))")
        case .some: break
        }
    }

    private func index(
        _ index: Expression<ComputedPlace>, _ count: Int?, _ place: ComputedPlace
    ) throws(ExpressionFault) -> Int {
        guard case .integer(let number) = try index.value(in: self),
            number >= 0, number < Int128(count ?? ComputedPlace.mostElements)
        else { throw ExpressionFault("an index in \(place.text) is out of its bounds") }
        return Int(number)
    }

    private func pointer(at address: UInt, _ isOwn: Bool, _ place: ComputedPlace) throws(ExpressionFault) -> UInt {
        unsafe try read(at: address, isOwn, MemoryLayout<UInt>.size, place) { unsafe $0.loadUnaligned(as: UInt.self) }
    }

    private func read(
        _ place: ComputedPlace, at address: UInt, _ isOwn: Bool
    ) throws(ExpressionFault) -> ExpressionValue {
        switch place.content {
        case .buffer(let buffer, let offset, let record, _):
            return try counted(buffer, at: offset, of: record, address, isOwn, place)
        case .bits(let bits):
            return unsafe try read(at: address, isOwn, bits.end, place) { .integer(unsafe bits.readInteger(from: $0)) }
        case .layout(.scalar(.floating(.float))):
            return unsafe try read(at: address, isOwn, 4, place) {
                .floating(Double(unsafe $0.loadUnaligned(as: Float.self)))
            }
        case .layout(.scalar(.floating)):
            return unsafe try read(at: address, isOwn, 8, place) { .floating(unsafe $0.loadUnaligned(as: Double.self)) }
        case .layout(.scalar(let scalar)):
            return unsafe try read(at: address, isOwn, scalar.size, place) {
                .integer(unsafe scalar.readInteger(from: $0) ?? 0)
            }
        case .layout(.characters(let count)):
            return unsafe try read(at: address, isOwn, count, place) {
                .text(unsafe Array(UnsafeRawBufferPointer(start: $0, count: count).prefix { $0 != 0 }))
            }
        case .layout where place.countsBytes:
            let start = try pointer(at: address, isOwn, place)
            guard start != 0, let extent = place.extent else { return .pointer(start) }
            return .counted(start, count: try extent.bytes(at: start, in: call.arguments))
        case .layout, .union: return .pointer(try pointer(at: address, isOwn, place))
        }
    }

    /// Reads so many bytes: those of an argument where they are, any others as a copy.
    private func read<Result>(
        at address: UInt, _ isOwn: Bool, _ size: Int, _ place: ComputedPlace, _ body: (UnsafeRawPointer) -> Result
    ) throws(ExpressionFault) -> Result {
        if isOwn, let own = unsafe UnsafeRawPointer(bitPattern: address) { return unsafe body(own) }
        let copied: Result? = unsafe withUnsafeTemporaryAllocation(byteCount: max(1, size), alignment: 16) { room in
            guard let start = room.baseAddress, unsafe UncertainMemory.copy(address, to: room) else { return nil }
            return unsafe body(UnsafeRawPointer(start))
        }
        guard let copied else { throw ExpressionFault("the memory behind \(place.text) cannot be read") }
        return copied
    }
}

extension ExpressionFault {
    fileprivate static func behindEnd(_ text: String, _ room: Int) -> ExpressionFault {
        ExpressionFault("\(text) lies behind the end of the object, which has \(counted(room, "byte"))")
    }
}
