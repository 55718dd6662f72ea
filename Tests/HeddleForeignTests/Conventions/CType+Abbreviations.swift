// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

extension CType {
    static let char = CType.integer(.char)
    static let short = CType.integer(.short)
    static let int = CType.integer(.int)
    static let long = CType.integer(.long)
    static let int128 = CType.integer(.int128)
    static let float = CType.floating(.float)
    static let double = CType.floating(.double)
    static let longDouble = CType.floating(.longDouble)
    static let pointer = CType.pointer(to: .void, isConst: false)

    /// A structure with members called a, b, ….
    static func structure(_ members: CType..., packed: Bool = false, aligned: Int? = nil) -> CType {
        .record(.structure, members.enumerated().map(RecordType.Member.init), packed, aligned)
    }

    /// A union likewise.
    static func union(_ members: CType..., packed: Bool = false, aligned: Int? = nil) -> CType {
        .record(.union, members.enumerated().map(RecordType.Member.init), packed, aligned)
    }

    /// A structure of bit-fields and other members.
    static func fields(_ members: RecordType.Member..., packed: Bool = false) -> CType {
        .record(.structure, members, packed, nil)
    }

    static func record(
        _ kind: RecordType.Kind, _ members: [RecordType.Member], _ packed: Bool = false, _ aligned: Int? = nil
    ) -> CType {
        .record(RecordType(kind: kind, tag: nil, members: members, isPacked: packed, alignment: aligned))
    }
}

extension RecordType.Member {
    fileprivate init(_ index: Int, _ type: CType) {
        self.init(name: String(UnicodeScalar(UInt8(97 + index))), type: type)
    }
}

/// A bit-field with a name.
func bits(_ type: CType, _ count: Int) -> RecordType.Member {
    RecordType.Member(name: "bits\(type)\(count)", type: type, bits: count)
}

/// A bit-field of ints without one.
func unnamed(_ count: Int) -> RecordType.Member { RecordType.Member(name: nil, type: .int, bits: count) }

/// An ordinary member.
func plain(_ type: CType) -> RecordType.Member { RecordType.Member(name: "plain\(type)", type: type) }
