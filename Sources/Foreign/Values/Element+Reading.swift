// SPDX-License-Identifier: Apache-2.0

internal import Declarations
internal import Glibc

extension Element {
    /// Reads a value; what it points to is copied.
    ///
    /// - Parameters:
    ///   - library: whose handles the value's pointers become.
    ///   - followsTexts: false where what stands there may be something else, as in a union: then a text is a handle.
    func read(from memory: UnsafeRawPointer, of library: LibraryIdentity, followsTexts: Bool = true) -> Value {
        switch self {
        case .scalar(let scalar): return unsafe scalar.read(from: memory)
        case .record(let shape): return unsafe shape.read(from: memory, of: library, followsTexts)
        case .array(let element, let count):
            return .array(
                (0..<count).map { index in
                    unsafe element.read(from: memory + index * element.size, of: library, followsTexts: followsTexts)
                })
        case .characters(let count): return unsafe copiedCharacters(at: memory, count: count)
        case .text where followsTexts: return unsafe copiedText(at: memory.loadUnaligned(as: UnsafePointer<CChar>?.self))
        case .text: return unsafe library.handle(for: memory.loadUnaligned(as: UInt.self), type: "char")
        case .handle(let type): return unsafe library.handle(for: memory.loadUnaligned(as: UInt.self), type: type)
        case .function(let shape):
            return unsafe library.handle(for: memory.loadUnaligned(as: UInt.self), type: shape.typeName)
        }
    }
}

extension RecordShape {
    fileprivate func read(from memory: UnsafeRawPointer, of library: LibraryIdentity, _ followsTexts: Bool) -> Value {
        .object(
            fields.map { field in
                switch field.content {
                case .bits(let bits): return unsafe Value.Member(field.name, bits.read(from: memory))
                case .element(let element, let offset):
                    let follows = followsTexts && field.alternatives.isEmpty
                    return unsafe Value.Member(
                        field.name, element.read(from: memory + offset, of: library, followsTexts: follows))
                }
            })
    }
}

/// A text of C, copied; one that is not UTF-8 comes as the bytes that it is.
func copiedText(at start: UnsafePointer<CChar>?) -> Value {
    guard let start = unsafe start else { return .null }
    if let text = unsafe String(validatingCString: start) { return .string(text) }
    return unsafe .bytes([UInt8](UnsafeRawBufferPointer(start: start, count: strlen(start))))
}

/// A run of characters, copied: a text that ends at a NUL, or at its end where a module forgot it.
func copiedCharacters(at start: UnsafeRawPointer, count: Int) -> Value {
    let text = unsafe UnsafeRawBufferPointer(start: start, count: count).prefix { $0 != 0 }
    return unsafe String(validating: text, as: UTF8.self).map { .string($0) } ?? .bytes(Array(text))
}
