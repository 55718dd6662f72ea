// SPDX-License-Identifier: Apache-2.0

extension KnownNames {
    /// The types of the standard headers and of Heddle's own, as Linux on 64 bits has them.
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

    /// `wchar_t` has no sign on ARM.
    private static var wideCharacter: IntegerType { IntegerType.char.isSigned ? .int : .unsignedInt }

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
        (.unsignedLong, ["uintptr_t", "uintmax_t", "size_t", "dev_t", "ino_t", "nlink_t"]),
        (.long, ["blkcnt_t", "blksize_t"]), (.int128, ["__int128_t"]), (.unsignedInt128, ["__uint128_t"]),
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
