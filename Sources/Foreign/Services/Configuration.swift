// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Declarations
internal import Glibc
internal import Synchronization

/// The configuration of an instance as its module reads it; kept for the life of the process, as instances may keep
/// its texts.
final class Configuration: Sendable {
    private let values: [String: Value]
    private let texts = Mutex<[String: UInt]>([:])

    init(_ config: Value?) {
        var values: [String: Value] = [:]
        if case .object(let members)? = config {
            for member in members { values[member.name] = member.value }
        }
        self.values = values
    }

    subscript(key: String) -> Value? { values[key] }

    /// A copy of a text that lives on.
    func text(_ key: String) -> UInt? {
        guard case .string(let text)? = values[key] else { return nil }
        return texts.withLock { texts in
            if let known = texts[key] { return known }
            let copy = unsafe UInt(bitPattern: strdup(text))
            texts[key] = copy
            return copy
        }
    }
}

private func value(_ config: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> (Configuration, String)? {
    guard let config = unsafe config, let key = unsafe key else { return nil }
    let configuration = unsafe Unmanaged<Configuration>.fromOpaque(UnsafeRawPointer(config)).takeUnretainedValue()
    return unsafe (configuration, String(cString: key))
}

func configText(
    _ config: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ fallback: UnsafePointer<CChar>?
) -> UnsafePointer<CChar>? {
    guard let (configuration, key) = unsafe value(config, key), let text = configuration.text(key) else {
        return unsafe fallback
    }
    return unsafe UnsafePointer(bitPattern: text)
}

func configNumber(_ config: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ fallback: Double) -> Double {
    guard let (configuration, key) = unsafe value(config, key), case .number(let number)? = configuration[key] else {
        return fallback
    }
    return number.double ?? fallback
}

func configBool(_ config: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ fallback: Bool) -> Bool {
    guard let (configuration, key) = unsafe value(config, key), case .bool(let bool)? = configuration[key] else {
        return fallback
    }
    return bool
}
