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

private let lastingTexts = Mutex(LastingTexts())

/// Texts that live as long as the process. They lie in pages of their own: a crash is told by names among them, also where
/// native code has run over the end of memory that malloc gave it.
private struct LastingTexts {
    private static let pieceSize = 1 << 16
    private var known: [[UInt8]: UInt] = [:]
    private var next: UInt = 0
    private var rest = 0

    /// The address of a copy of a text; 0 where there is no memory.
    mutating func address(of text: [UInt8]) -> UInt {
        if let address = known[text] { return address }
        if rest < text.count { mapPiece(of: max(Self.pieceSize, text.count)) }
        guard rest >= text.count, let copy = unsafe UnsafeMutableRawPointer(bitPattern: next) else { return 0 }
        unsafe copy.copyMemory(from: text, byteCount: text.count)
        known[text] = next
        // Texts of wide characters are among them.
        let size = min(rest, (text.count + 15) & ~15)
        defer { (next, rest) = (next + UInt(size), rest - size) }
        return next
    }

    private mutating func mapPiece(of size: Int) {
        let piece = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let piece = unsafe piece, unsafe piece != MAP_FAILED else { return }
        (next, rest) = (UInt(bitPattern: piece), size)
    }
}

/// A copy of a text for the life of the process; the same one for the same text.
func lasting(_ text: String) -> UnsafePointer<CChar>? {
    unsafe lasting(Array(text.utf8) + [0]).map { unsafe UnsafePointer($0.assumingMemoryBound(to: CChar.self)) }
}

/// A copy of the bytes of a text, with the NUL behind it, for the life of the process; the same one for the same bytes.
func lasting(_ text: [UInt8]) -> UnsafeMutableRawPointer? {
    let address = lastingTexts.withLock { $0.address(of: text) }
    return unsafe UnsafeMutableRawPointer(bitPattern: address)
}
