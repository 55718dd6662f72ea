// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations
internal import Glibc
internal import Synchronization

/// The instance of a module that its actions take as `_Self_`; made when a run begins.
package final class InstanceBox: Sendable {
    private let pointer = Atomic<UInt>(0)
    private let end = Mutex<(@Sendable (UInt) -> Void)?>(nil)

    /// Creates a box without an instance.
    package init() {}

    deinit {
        let address = address
        if address != 0 { end.withLock { $0 }?(address) }
    }

    /// Destroys the instance that it has when nothing refers to the box any more.
    func destroyAtEnd(_ destroy: @escaping @Sendable (UInt) -> Void) { end.withLock { $0 = destroy } }

    var address: UInt {
        get { pointer.load(ordering: .acquiring) }
        set { pointer.store(newValue, ordering: .releasing) }
    }
}

/// The view of an action for hooks in C. It is never released: they may keep it for the life of the process.
func makeInfo(_ name: ActionName, _ shape: CallShape) -> UnsafePointer<heddle_signature> {
    let types = UnsafeMutablePointer<heddle_type>.allocate(capacity: max(1, shape.parameters.count))
    for (index, parameter) in shape.signature.parameters.enumerated() {
        unsafe (types + index).initialize(
            to: heddle_type(
                name: parameter.name.flatMap { unsafe lasting($0) }, text: lasting(parameter.type.description),
                size: shape.parameters[index].size))
    }
    let info = UnsafeMutablePointer<heddle_signature>.allocate(capacity: 1)
    unsafe info.initialize(
        to: heddle_signature(
            size: MemoryLayout<heddle_signature>.size, module: lasting(name.module), action: lasting(name.action),
            parameters: types, count: shape.parameters.count,
            result: heddle_type(
                name: nil, text: lasting(shape.signature.result.description), size: shape.result.size)))
    return unsafe UnsafePointer(info)
}

private let lastingTexts = Mutex<[[UInt8]: UInt]>([:])

/// A copy of a text for the life of the process; the same one for the same text.
func lasting(_ text: String) -> UnsafePointer<CChar>? {
    unsafe lasting(Array(text.utf8) + [0]).map { unsafe UnsafePointer($0.assumingMemoryBound(to: CChar.self)) }
}

/// A copy of the bytes of a text, with the NUL behind it, for the life of the process; the same one for the same bytes.
func lasting(_ text: [UInt8]) -> UnsafeMutableRawPointer? {
    let address = lastingTexts.withLock { texts in
        if let known = texts[text] { return known }
        let copy = unsafe malloc(text.count)
        unsafe copy?.copyMemory(from: text, byteCount: text.count)
        let address = UInt(bitPattern: copy)
        texts[text] = address
        return address
    }
    return unsafe UnsafeMutableRawPointer(bitPattern: address)
}
