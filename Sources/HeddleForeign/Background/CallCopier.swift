// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations
internal import Glibc

/// Copies values byte by byte, and then what they point to.
@safe struct CallCopier {
    let list: ArgumentList
    let memory: CopyMemory
    /// True if the call has returned: what a call that failed was to write nobody may look at.
    let hasReturned: Bool

    private var shape: CallShape { list.shape }

    /// Copies all arguments, the first ones with what they point to.
    func copyArguments(_ deep: Int) -> UnsafeMutablePointer<UnsafeMutableRawPointer?> {
        let count = shape.parameters.count
        let pointers = unsafe allocate(MemoryLayout<UInt>.stride * count)
            .bindMemory(to: UnsafeMutableRawPointer?.self, capacity: max(1, count))
        guard count > 0 else { return unsafe pointers }
        let slots = unsafe allocate(shape.slotBytes)
        unsafe slots.copyMemory(from: list.slot(0), byteCount: shape.slotBytes)
        for index in 0..<count {
            unsafe pointers[index] = slots + shape.slots[index]
            if index < deep { unsafe copyTarget(of: index, at: slots + shape.slots[index]) }
        }
        return unsafe pointers
    }

    /// Copies what an argument points to.
    private func copyTarget(of index: Int, at place: UnsafeMutableRawPointer) {
        switch shape.parameters[index] {
        case .instance, .received: break
        case .value(let element): unsafe copyTexts(of: element, at: place)
        case .pointed(let element, let direction):
            unsafe copyValues(of: element, count: 1, isKnown: direction != .out || hasReturned, at: place)
        case .run(let run):
            let isKnown = run.direction != .out || hasReturned
            guard let start = unsafe list.target(index) else { return }
            // Of a list without end and without values nobody can tell the length.
            let isEmpty = !isKnown && run.count == .untilNull && list.memory == nil
            let count = unsafe isEmpty ? 0 : list.length(of: run, at: start, index, afterCall: false)
            unsafe copyValues(of: run.element, count: count, isKnown: isKnown, at: place)
        }
    }

    /// Copies the result, and what it points to where that is asked for.
    func copyResult(isDeep: Bool) -> UnsafeMutableRawPointer {
        let copy = unsafe allocate(CallShape.slotSize(for: shape.result.size))
        guard let result = unsafe list.result else { return unsafe copy }
        unsafe copy.copyMemory(from: result, byteCount: shape.result.size)
        guard isDeep else { return unsafe copy }
        switch shape.result {
        case .void: break
        case .value(let element): unsafe copyTexts(of: element, at: copy)
        case .pointed(let element): unsafe copyValues(of: element, count: 1, isKnown: true, at: copy)
        case .run(let run):
            guard let start = unsafe result.load(as: UnsafeRawPointer?.self) else { break }
            let count =
                unsafe run.count == .untilNull
                ? run.lengthUntilNull(at: start, atMost: nil) : list.count(run.count) ?? 0
            unsafe copyValues(of: run.element, count: count, isKnown: true, at: copy)
        }
        return unsafe copy
    }

    /// Makes the pointer at a place point to copies of the values that it points to, or to as many zeros where they are
    /// not known. A zero stands behind them, as behind every run that Heddle passes.
    private func copyValues(of element: ValueLayout, count: Int, isKnown: Bool, at place: UnsafeMutableRawPointer) {
        guard let target = unsafe place.load(as: UnsafeRawPointer?.self) else { return }
        let size = element.size * count
        let copy = unsafe allocate(size + element.size)
        unsafe place.storeBytes(of: copy, as: UnsafeMutableRawPointer?.self)
        guard isKnown else { return }
        unsafe copy.copyMemory(from: target, byteCount: size)
        for index in 0..<count where element.hasTexts { unsafe copyTexts(of: element, at: copy + index * element.size) }
    }

    /// Copies the texts in a value that is a copy already.
    private func copyTexts(of element: ValueLayout, at place: UnsafeMutableRawPointer) {
        switch element {
        case .text: unsafe copyText(.text, at: place)
        case .wideText(let text, _): unsafe copyText(.text(of: text), at: place)
        case .array(let element, let count) where element.hasTexts:
            for index in 0..<count { unsafe copyTexts(of: element, at: place + index * element.size) }
        case .record(let shape):
            for case .element(let element, let offset) in shape.fields.map(\.content) where element.hasTexts {
                unsafe copyTexts(of: element, at: place + offset)
            }
        case .scalar, .characters, .sharedText, .array, .handle, .function: break
        }
    }

    private func copyText(_ run: CountedBuffer, at place: UnsafeMutableRawPointer) {
        guard let text = unsafe place.load(as: UnsafeRawPointer?.self) else { return }
        let size = unsafe (run.lengthUntilNull(at: text, atMost: nil) + 1) * run.stride
        let copy = unsafe allocate(size)
        unsafe copy.copyMemory(from: text, byteCount: size)
        unsafe place.storeBytes(of: copy, as: UnsafeMutableRawPointer?.self)
    }

    private func allocate(_ size: Int) -> UnsafeMutableRawPointer {
        unsafe memory.allocate(size, alignment: shape.alignment)
    }
}

extension CountedBuffer {
    /// One of the values.
    var element: ValueLayout {
        switch content {
        case .elements(let element): element
        case .bytes: .scalar(.integer(.unsignedChar))
        case .characters: .scalar(.integer(.char))
        case .wideCharacters(let text): .scalar(.integer(text.character))
        }
    }
}

extension ValueLayout {
    /// True if there are texts in it.
    var hasTexts: Bool {
        switch self {
        case .text, .wideText: true
        case .array(let element, _): element.hasTexts
        case .record(let shape): shape.fields.contains { $0.element?.hasTexts ?? false }
        case .scalar, .characters, .sharedText, .handle, .function: false
        }
    }
}

extension RecordShape.Field {
    /// The layout of the field, unless it is a bit-field or leads to counted values.
    var element: ValueLayout? {
        if case .element(let element, _) = content { element } else { nil }
    }
}
