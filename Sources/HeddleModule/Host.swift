// SPDX-License-Identifier: Apache-2.0

internal import CHeddle

/// The program that has loaded the module.
///
/// Its functions may be called on any thread, once the module is attached: in every action, hook and constructor.
public enum Host {
    /// The weight of a message. The host shows the first with `--log-level debug` only.
    public enum Level: UInt32, Sendable { case debug, info, warning, error }

    /// Writes a message to the host's log, under the name of the module.
    public static func log(_ level: Level, _ message: String) {
        unsafe heddle.pointee.log(heddle_level(rawValue: level.rawValue), text(message))
    }

    /// Emits an event into the report of the run.
    ///
    /// - Parameter json: a JSON value.
    public static func emit(_ event: String, json: String? = nil) {
        if let json {
            unsafe heddle.pointee.emit(text(event), text(json))
        } else {
            unsafe heddle.pointee.emit(text(event), nil)
        }
    }

    /// True if the table of the host has a field of this contract.
    static func reaches<Field>(_ field: KeyPath<heddle_host, Field>) -> Bool {
        guard let offset = MemoryLayout<heddle_host>.offset(of: field) else { return false }
        return unsafe heddle.pointee.size >= offset + MemoryLayout<Field>.size
    }

    static func fail(_ code: String, _ message: String) { unsafe heddle.pointee.fail(text(code), text(message)) }

    /// A text that C reads to its end: one of Swift may have a NUL in it.
    private static func text(_ text: String) -> String {
        String(decoding: text.utf8.map { $0 == 0 ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
    }
}
