// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import Glibc
internal import Synchronization

/// The configuration of an instance as its module reads it; kept for the life of the process, as instances may keep
/// its texts.
final class Configuration: Sendable {
    /// The configuration as the behaviour has it.
    private let written: Value
    /// The same with the defaults that the module declares.
    private let completed: Value
    private let settings: Settings
    private let module: String
    private let texts = Mutex<[String: UInt]>([:])
    /// The keys that were told to be no settings.
    private let unknownKeys = Mutex<Set<String>>([])

    /// - Parameters:
    ///   - settings: nil for a module that declares none.
    ///   - module: its name, for messages.
    init(_ config: Value?, declaredBy settings: Settings?, of module: String) {
        self.module = module
        self.settings = settings ?? Settings([])
        written = config ?? .object([])
        completed = self.settings.completed(config)
    }

    /// The value of a key or path, such as `limits.low[2]`; nil where there is none.
    func value(_ key: String) -> Value? { Self.value(key, in: completed) }

    /// The value of a part; nil where there is none.
    func value(at path: PartPath) -> Value? { completed.part(at: path) }

    /// Warns, once, of a key that is none of the settings which the module declares: it never has a value.
    func look(for key: String) {
        let known = settings.all.map(\.name)
        guard !known.isEmpty, !known.contains(key), !known.contains(PartPath.split(key)?.name ?? key),
            unknownKeys.withLock({ $0.insert(key).inserted })
        else { return }
        let words = didYouMean(key, among: known) ?? "it has \(known.prefix(8).joined(separator: ", "))"
        let subject = "\(Value.string(key).excerpt()), which the module asks for, is none of its settings"
        HostServices.current?.log(HostServices.Message(.warning, "\(subject): \(words)", from: module))
    }

    /// The behaviour gives a value, which is no default.
    func isWritten(_ key: String) -> Bool { Self.value(key, in: written) != nil }

    /// The whole number of a key: of a number, or of an enumeration's constant.
    func whole(_ key: String) -> Int128? {
        switch value(key) {
        case .number(let number)?: number.wholeValue
        case .string(let constant)?:
            PartPath.split(key).flatMap { settings.number(of: constant, at: $0.path, in: $0.name) }
        default: nil
        }
    }

    /// A copy of a text that lives on.
    func text(_ key: String) -> UInt? {
        guard case .string(let text)? = value(key) else { return nil }
        return texts.withLock { texts in
            if let known = texts[key] { return known }
            let copy = unsafe UInt(bitPattern: strdup(text))
            texts[key] = copy
            return copy
        }
    }

    /// A key that holds the marks of a path is looked up by itself first.
    private static func value(_ key: String, in config: Value) -> Value? {
        if case .object(let members) = config, let member = members.first(where: { $0.name == key }) {
            return member.value
        }
        return PartPath.split(key).flatMap { config.part(at: PartPath([.member($0.name)] + $0.path.steps)) }
    }
}

/// The configuration that a module passes back, with the key that it asks for.
private func asked(_ config: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> (Configuration, String)? {
    guard let config = unsafe config, let key = unsafe key else { return nil }
    let configuration = unsafe Unmanaged<Configuration>.fromOpaque(UnsafeRawPointer(config)).takeUnretainedValue()
    let asked = unsafe String(cString: key)
    configuration.look(for: asked)
    return (configuration, asked)
}

func configText(
    _ config: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ fallback: UnsafePointer<CChar>?
) -> UnsafePointer<CChar>? {
    guard let (configuration, key) = unsafe asked(config, key), let text = configuration.text(key) else {
        return unsafe fallback
    }
    return unsafe UnsafePointer(bitPattern: text)
}

func configNumber(_ config: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ fallback: Double) -> Double {
    guard let (configuration, key) = unsafe asked(config, key), case .number(let number)? = configuration.value(key)
    else { return fallback }
    return number.double ?? fallback
}

func configBool(_ config: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ fallback: Bool) -> Bool {
    guard let (configuration, key) = unsafe asked(config, key), case .bool(let bool)? = configuration.value(key) else {
        return fallback
    }
    return bool
}

func configHas(_ config: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> Bool {
    guard let (configuration, key) = unsafe asked(config, key) else { return false }
    return configuration.isWritten(key)
}

func configInteger(_ config: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ fallback: Int64) -> Int64 {
    guard let (configuration, key) = unsafe asked(config, key) else { return fallback }
    return configuration.whole(key).flatMap { Int64(exactly: $0) } ?? fallback
}

func configUnsigned(_ config: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ fallback: UInt64) -> UInt64 {
    guard let (configuration, key) = unsafe asked(config, key) else { return fallback }
    return configuration.whole(key).flatMap { UInt64(exactly: $0) } ?? fallback
}

func configCount(_ config: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> Int {
    guard let (configuration, key) = unsafe asked(config, key) else { return 0 }
    switch configuration.value(key) {
    case .array(let elements)?: return elements.count
    case .object(let members)?: return members.count
    default: return 0
    }
}
