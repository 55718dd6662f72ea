// SPDX-License-Identifier: Apache-2.0

internal import CHeddle

/// Copies a text into memory of the host, for an action that returns one. Its caller releases it by a function of the
/// module, which `_Free_` names:
///
///     HEDDLE_EXPORT void drop(char *text);
///     HEDDLE_ACTION(_Free_(drop) char *, greet, const char *name)
///
///     @c @implementation
///     public func greet(_ name: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! {
///         action { try copy(of: "Hello, \(String(cString: name))") }
///     }
///
///     @c @implementation
///     public func drop(_ text: UnsafeMutablePointer<CChar>!) { release(text) }
///
/// - Throws: a ``Failure`` with the code `nulInText` for a text that C would read a part of, and `noMemory`.
public func copy(of text: String) throws -> UnsafeMutablePointer<CChar>? {
    let count = text.utf8.count
    if text.utf8.contains(0) { throw Failure("nulInText", "a text with a NUL in it cannot be passed to C") }
    guard let memory = unsafe heddle.pointee.allocate(count + 1) else {
        throw Failure("noMemory", "there is no memory for a text of \(count) bytes")
    }
    let bytes = unsafe UnsafeMutableRawBufferPointer(start: memory, count: count + 1)
    unsafe bytes.copyBytes(from: text.utf8)
    unsafe bytes[count] = 0
    return unsafe memory.assumingMemoryBound(to: CChar.self)
}

/// Releases a text of ``copy(of:)``; nil is none.
public func release(_ text: UnsafeMutablePointer<CChar>?) { unsafe heddle.pointee.release(text) }
