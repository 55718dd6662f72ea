// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

/// The meanings of the names of a scope.
struct KnownNames: Sendable {
    /// A typedef. If its type is const, everything declared with it is const.
    struct Typedef: Sendable {
        var type: CType
        let isConst: Bool
        /// The place of its declaration; nil for standard types.
        let range: SourceRange?
        /// The number of completed tags at the last update of ``type``.
        var completions = 0
    }

    /// A structure, union or enumeration.
    struct Tagged: Sendable {
        let type: CType
        let range: SourceRange?
        /// The definition of a structure or union, for those types that have used it before.
        var definition: RecordDefinition?
    }

    /// A constant of an enumeration.
    struct Constant: Sendable {
        var value: ConstantValue
        let range: SourceRange?
    }

    /// A function, by the name under which it was declared.
    struct Function: Sendable {
        let type: CType
        let range: SourceRange?
    }

    var typedefs: [String: Typedef] = [:]
    var tags: [String: Tagged] = [:]
    var constants: [String: Constant] = [:]
    /// Those that were read.
    var functions: [String: Function] = [:]
    /// Those that are declared and not read.
    var unread = UnreadFunctions()
    /// Names of numbers that are no declarations, such as those of macros.
    var numbers = ConstantNames()
    /// Typedefs of functions that got other annotations: all that is declared with them has these.
    private var annotated: [String: CType] = [:]
    /// The annotations of members that stand elsewhere, by the names of the structures and unions.
    var annotations: [String: [MemberAnnotation]] = [:]
    /// The number of completed tags and annotated typedefs so far.
    private(set) var completions = 0

    /// Defines a tag.
    mutating func define(tag: String, as type: CType, at range: SourceRange?) {
        var definition: RecordDefinition?
        if case .record(let record) = type, record.members != nil {
            let made = RecordDefinition(record)
            if case .record(let opaque)? = tags[tag]?.type { opaque.later?.set(made) }
            definition = made
        }
        tags[tag] = Tagged(type: type, range: range, definition: definition)
        completions += 1
    }

    /// Gives a typedef of a function, or of a pointer to one, the same type with other annotations.
    mutating func annotate(typedef name: String, as type: CType) {
        typedefs[name]?.type = type
        annotated[name] = type
        completions += 1
    }

    /// The current typedef, completed with the structures that were defined since.
    mutating func typedef(_ name: String) -> Typedef? {
        guard var known = typedefs[name] else { return nil }
        if known.completions != completions {
            known.type = completed(known.type)
            known.completions = completions
            typedefs[name] = known
        }
        return known
    }

    /// The place where an ordinary name (a type, a constant or a function) was declared before.
    func place(of name: String) -> SourceRange? {
        typedefs[name]?.range ?? constants[name]?.range ?? functions[name]?.range ?? unread[name]?.place
    }

    /// Forgets the functions; the types are still known.
    mutating func forgetFunctions() {
        functions = [:]
        unread = UnreadFunctions()
    }
}

extension KnownNames {
    // MARK: Completion

    /// The type with every opaque structure replaced by its current definition, and every typedef of a function that
    /// got other annotations by that with these.
    ///
    /// The members of structures stay unchanged, because nodes that point to each other would never end.
    func completed(_ type: CType) -> CType {
        switch type {
        case .pointer(let target, let isConst): .pointer(to: completed(target), isConst: isConst)
        case .array(let element, let count): .array(of: completed(element), count: count)
        case .function(let function): .function(completed(function))
        case .named(let name, let underlying): .named(name, annotated[name] ?? completed(underlying))
        case .record(let record): completed(record)
        case .aligned(let underlying, let alignment): .aligned(completed(underlying), to: alignment)
        case .void, .bool, .integer, .floating, .complex, .enumeration: type
        }
    }

    func completed(_ signature: Signature) -> Signature {
        var complete = signature
        complete.result = completed(signature.result)
        complete.parameters = signature.parameters.map(completed)
        return complete
    }

    private func completed(_ function: FunctionType) -> FunctionType {
        FunctionType(
            result: completed(function.result), parameters: function.parameters.map(completed),
            isVariadic: function.isVariadic)
    }

    private func completed(_ record: RecordType) -> CType {
        guard record.members == nil, let tag = record.tag, let known = tags[tag]?.type,
            case .record(let complete) = known, complete.kind == record.kind
        else { return .record(record) }
        return known
    }

    private func completed(_ parameter: Parameter) -> Parameter {
        var complete = parameter
        complete.type = completed(parameter.type)
        return complete
    }

    // MARK: Standard types

    /// The types of the standard headers on 64-bit Linux, and of Heddle's own header.
    static let standard: KnownNames = {
        var names = KnownNames()
        for (type, aliases) in integers {
            for alias in aliases { names.declare(alias, .integer(type)) }
        }
        for (name, type) in divisions { names.declare(name, quotient(type)) }
        for (type, aliases) in floatings {
            for alias in aliases { names.declare(alias, .floating(type)) }
        }
        names.declare("max_align_t", mostAligned)
        for (name, tag) in opaque {
            names.declare(name, .record(RecordType(kind: .structure, tag: tag, members: nil)))
        }
        return names
    }()

    private mutating func declare(_ name: String, _ type: CType) {
        typedefs[name] = Typedef(type: type, isConst: false, range: nil)
    }

    private static let opaque = [
        ("FILE", "_IO_FILE"), ("DIR", "__dirstream"), ("heddle_call", "heddle_call"),
        ("heddle_config", "heddle_config"), ("heddle_host", "heddle_host"), ("heddle_action", "heddle_action"),
    ]

    private static let floatings: [(FloatingType, [String])] = [
        (.float, ["float_t", "_Float32"]), (.double, ["double_t", "_Float64", "_Float32x"]),
    ]

    // The types of glibc that differ from one machine to another.
    #if arch(arm64)
        fileprivate static let wideCharacter = IntegerType.unsignedInt
        private static let (numberOfLinks, blockSize) = (IntegerType.unsignedInt, IntegerType.int)
    #elseif arch(riscv64)
        fileprivate static let wideCharacter = IntegerType.int
        private static let (numberOfLinks, blockSize) = (IntegerType.unsignedInt, IntegerType.int)
    #else
        fileprivate static let wideCharacter = IntegerType.int
        private static let (numberOfLinks, blockSize) = (IntegerType.unsignedLong, IntegerType.long)
    #endif

    private static let integers: [(IntegerType, [String])] = [
        (.signedChar, ["int8_t", "int_least8_t", "int_fast8_t"]),
        (.unsignedChar, ["uint8_t", "uint_least8_t", "uint_fast8_t"]),
        (.short, ["int16_t", "int_least16_t"]),
        (.unsignedShort, ["uint16_t", "uint_least16_t", "char16_t"]),
        (.int, ["int32_t", "int_least32_t", "pid_t", "sig_atomic_t", "clockid_t", "key_t"]),
        (wideCharacter, ["wchar_t"]),
        (.unsignedInt, ["uint32_t", "uint_least32_t", "char32_t", "wint_t", "uid_t", "gid_t", "mode_t", "socklen_t"]),
        (.unsignedInt, ["id_t", "useconds_t"]),
        (.long, ["int64_t", "int_least64_t", "int_fast16_t", "int_fast32_t", "int_fast64_t", "intptr_t", "intmax_t"]),
        (.long, ["ptrdiff_t", "ssize_t", "off_t", "time_t", "clock_t", "suseconds_t"]),
        (.unsignedLong, ["uint64_t", "uint_least64_t", "uint_fast16_t", "uint_fast32_t", "uint_fast64_t"]),
        (.unsignedLong, ["uintptr_t", "uintmax_t", "size_t", "dev_t", "ino_t"]), (numberOfLinks, ["nlink_t"]),
        (.long, ["blkcnt_t"]), (blockSize, ["blksize_t"]),
        (.int128, ["__int128_t"]), (.unsignedInt128, ["__uint128_t"]),
    ]

    private static let divisions: [(String, IntegerType)] = [
        ("div_t", .int), ("ldiv_t", .long), ("lldiv_t", .longLong),
    ]

    private static let mostAligned = CType.record(
        RecordType(
            kind: .structure, tag: nil,
            members: [
                .init(name: "__max_align_ll", type: .integer(.longLong), alignment: 8),
                .init(name: "__max_align_ld", type: .floating(.longDouble), alignment: 16),
            ]))

    private static func quotient(_ type: IntegerType) -> CType {
        let members = ["quot", "rem"].map { RecordType.Member(name: $0, type: .integer(type)) }
        return .record(RecordType(kind: .structure, tag: nil, members: members))
    }
}

extension CType {
    /// `wchar_t`
    package static var wideCharacter: CType { .named("wchar_t", .integer(KnownNames.wideCharacter)) }
}
