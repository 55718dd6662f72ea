// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// Something that is known beyond a declaration, and where it stands.
struct Fact<Value: Sendable>: Sendable {
    let value: Value
    /// The source in words, such as `doxygen: @param[out]`.
    let source: String

    init(_ value: Value, from source: String) {
        self.value = value
        self.source = source
    }
}

/// The facts about a parameter or a result. The first source of a fact counts.
struct PartFacts: Sendable {
    var direction: Fact<Parameter.Direction>?
    /// The number of elements, as an annotation writes it.
    var count: Fact<String>?
    var isNullTerminated: Fact<Bool>?
    /// True if null may be passed, or comes back.
    var mayBeNull: Fact<Bool>?
    /// True if what an out-parameter receives may be null.
    var receivedMayBeNull: Fact<Bool>?
    /// The function that releases what the caller gets.
    var release: Fact<String>?
    /// True if the call releases what the pointer points to.
    var isReleased: Fact<Bool>?

    /// Adds facts that are not known so far.
    mutating func add(_ others: PartFacts) {
        direction = direction ?? others.direction
        count = count ?? others.count
        isNullTerminated = isNullTerminated ?? others.isNullTerminated
        mayBeNull = mayBeNull ?? others.mayBeNull
        receivedMayBeNull = receivedMayBeNull ?? others.receivedMayBeNull
        release = release ?? others.release
        isReleased = isReleased ?? others.isReleased
    }
}

/// The facts about the parts of a function: parameters by their indices, the result by ``Signature/resultPart``.
struct FunctionFacts: Sendable {
    private(set) var parts: [Int: PartFacts] = [:]

    subscript(part: Int) -> PartFacts {
        get { parts[part] ?? PartFacts() }
        set { parts[part] = newValue }
    }

    /// Forgets which functions release what the caller gets.
    mutating func dropReleases() { dropReleases { _ in true } }

    /// Forgets functions that release something and cannot be called.
    mutating func dropReleases(_ isUnknown: (String) -> Bool) {
        for part in parts.keys {
            if let release = parts[part]?.release, isUnknown(release.value) { parts[part]?.release = nil }
        }
    }

    /// Adds facts that are not known so far.
    mutating func add(_ others: FunctionFacts) {
        for (part, facts) in others.parts { self[part].add(facts) }
    }
}

/// Annotations of a part, as they are proposed.
struct Suggestion: Sendable {
    /// Such as `_In_reads_(count)`.
    let words: String
    /// Its origin.
    let source: String
}

extension PartFacts {
    // MARK: Words

    /// The annotations of a parameter; nil where the facts do not suffice for any.
    func suggestion(for parameter: Parameter) -> Suggestion? {
        guard case .pointer(let target, let isConst) = parameter.type.canonical else { return nil }
        let direction = direction?.value ?? (isConst ? .in : nil)
        let optional = mayBeNull?.value == true ? "opt_" : ""
        if let count, let direction, target.canElementsBe {
            let verb =
                ["in": "_In_reads_", "out": "_Out_writes_", "inout": "_Inout_updates_"][direction.rawValue] ?? ""
            let bytes = target.canonical == .void ? "bytes_" : ""
            return suggestion("\(verb)\(bytes)\(optional)(\(count.value))", self.direction?.source, count.source)
        }
        if let isNullTerminated, isNullTerminated.value, direction == .in, target.isPointer {
            return suggestion("_Null_terminated_", isNullTerminated.source)
        }
        return switch target.pointee {
        case .function: whereOptional("_In_opt_")
        case .text(let isText): direction == .in && isConst && isText ? whereOptional("_In_opt_z_") : nil
        case .pointer: direction == .out && !isConst ? received(optional) : nil
        case .handle: suggestionForHandle
        // One character is never meant.
        case .value where target.isWideCharacter: nil
        case .value(let isRecord): suggestionForValue(direction, optional, isRecord: isRecord)
        }
    }

    private func suggestion(_ words: String, _ sources: String?...) -> Suggestion {
        var seen: Set<String> = []
        let sources = sources.compactMap(\.self).filter { seen.insert($0).inserted }
        return Suggestion(words: words, source: sources.joined(separator: "; "))
    }

    private func whereOptional(_ words: String) -> Suggestion? {
        mayBeNull?.value == true ? suggestion(words, mayBeNull?.source) : nil
    }

    private var suggestionForHandle: Suggestion? {
        if isReleased?.value == true { return suggestion("_Post_ptr_invalid_", isReleased?.source) }
        return whereOptional("_In_opt_")
    }

    private func suggestionForValue(
        _ direction: Parameter.Direction?, _ optional: String, isRecord: Bool
    ) -> Suggestion? {
        if isReleased?.value == true { return suggestion("_Post_ptr_invalid_", isReleased?.source) }
        // A structure that a function changes may be an object, which would be copied.
        if isRecord, direction == .inout { return nil }
        guard let own = self.direction ?? mayBeNull.map({ Fact(direction ?? .in, from: $0.source) }), let direction
        else { return nil }
        let word = ["in": "_In_", "out": "_Out_", "inout": "_Inout_"][direction.rawValue] ?? ""
        return suggestion(word + optional, own.source, optional.isEmpty ? nil : mayBeNull?.source)
    }

    /// A pointer that an out-parameter receives.
    private func received(_ optional: String) -> Suggestion? {
        let mayBeNull = receivedMayBeNull?.value == true ? "result_maybenull_" : ""
        let release = release.map { " _Free_(\($0.value))" } ?? ""
        return suggestion(
            "_Outptr_\(optional)\(mayBeNull)\(release)", direction?.source, self.release?.source,
            receivedMayBeNull?.source)
    }

    /// The annotations of a result.
    func suggestion(forResult type: CType) -> Suggestion? {
        guard case .pointer(let target, _) = type.canonical else { return nil }
        var words: [String] = []
        if let count, target.canElementsBe {
            let optional = mayBeNull?.value == true ? "maybenull_" : ""
            words.append("_Ret_writes_\(target.canonical == .void ? "bytes_" : "")\(optional)(\(count.value))")
        } else {
            if mayBeNull?.value == true { words.append("_Ret_maybenull_") }
            if isNullTerminated?.value == true, target.isPointer { words.append("_Null_terminated_") }
        }
        if let release { words.append("_Free_(\(release.value))") }
        if words.isEmpty { return nil }
        return suggestion(
            words.joined(separator: " "), count?.source, mayBeNull?.source, isNullTerminated?.source, release?.source)
    }
}

/// The target of a pointer, as far as annotations differ by it.
private enum Pointee {
    case function
    /// Characters; false for those that are no text by default.
    case text(Bool)
    case pointer
    /// A structure that nobody outside of the library looks into.
    case handle
    /// A value whose size is known; true for a structure or union.
    case value(Bool)
}

extension CType {
    fileprivate var pointee: Pointee {
        switch canonical {
        case .function: .function
        case .integer(.char): .text(true)
        case .integer(.signedChar), .integer(.unsignedChar): .text(false)
        case .pointer(let target, _): target.isFunctionType ? .function : .pointer
        case .void: .handle
        case .record(let record): record.members == nil ? .handle : .value(true)
        case .bool, .integer, .floating, .complex, .enumeration, .array: .value(false)
        case .aligned, .named: .handle
        }
    }

    /// True if a count of what a pointer points to means something.
    fileprivate var canElementsBe: Bool {
        switch canonical {
        case .function: false
        case .record(let record): record.members != nil
        default: true
        }
    }

    fileprivate var isPointer: Bool { if case .pointer = canonical { true } else { false } }

    private var isFunctionType: Bool { if case .function = canonical { true } else { false } }
}
