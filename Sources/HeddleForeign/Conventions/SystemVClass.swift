// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The class of eight bytes of a value, by section 3.2.3 of the System V ABI for x86-64.
enum SystemVClass: Hashable, Sendable {
    /// Padding.
    case none
    case integer
    case sse
    case x87
    case x87Up
    case memory

    /// The class of eight bytes that two members share.
    func merged(with other: Self) -> Self {
        if self == other || other == .none { return self }
        if self == .none { return other }
        if self == .memory || other == .memory { return .memory }
        if self == .integer || other == .integer { return .integer }
        let isX87 = [self, other].contains { $0 == .x87 || $0 == .x87Up }
        return isX87 ? .memory : .sse
    }
}

/// The classes of one value, found by walking through its members as one compiler does.
struct SystemVClassifier {
    private enum Compiler {
        case gcc
        case clang
    }

    private let compiler: Compiler
    private var classes: [SystemVClass]
    private var isInMemory = false

    /// The class of each eight bytes of a type; nil for one that travels in memory.
    ///
    /// - Throws: where gcc and clang do not agree.
    static func classes(of type: CType) throws(Disagreement) -> [SystemVClass]? {
        guard let layout = type.canonical.layout, layout.size > 0 else { throw .noSize }
        if type.hasFlexibleMember { throw .flexibleArray }
        guard layout.size <= 16 else { return nil }
        let classes = classes(of: type, layout, by: .clang)
        if let classes, classes.allSatisfy({ $0 == .none }) { throw .noMember }
        guard classes == self.classes(of: type, layout, by: .gcc) else { throw .memberRules }
        return classes
    }

    private static func classes(of type: CType, _ layout: TypeLayout, by compiler: Compiler) -> [SystemVClass]? {
        let none = Array(repeating: SystemVClass.none, count: (layout.size + 7) / 8)
        var classifier = Self(compiler: compiler, classes: none)
        classifier.add(type, at: 0)
        return classifier.isInMemory ? nil : classifier.classes
    }

    private init(compiler: Compiler, classes: [SystemVClass]) {
        self.compiler = compiler
        self.classes = classes
    }

    private mutating func add(_ type: CType, at offset: Int) {
        switch type.canonical {
        case .record(let record): addWhole { $0.addMembers(of: record, at: offset) }
        case .array(let element, let count): addWhole { $0.addElements(element, count ?? 0, at: offset) }
        case .complex(let part): addElements(.floating(part), 2, at: offset)
        case .floating(.longDouble): addLeaf([.x87, .x87Up], type, at: offset)
        case .floating: addLeaf([.sse], type, at: offset)
        default: addLeaf([.integer, .integer], type, at: offset)
        }
    }

    /// Finds the classes of a record or array by themselves before they are merged with those of the members beside it.
    private mutating func addWhole(_ addParts: (inout Self) -> Void) {
        let beside = classes
        classes = Array(repeating: .none, count: beside.count)
        addParts(&self)
        for (index, one) in classes.enumerated() where one == .x87Up {
            if index == 0 || classes[index - 1] != .x87 { isInMemory = true }
        }
        if classes.contains(.memory) { isInMemory = true }
        classes = zip(beside, classes).map { $0.merged(with: $1) }
    }

    private mutating func addLeaf(_ leaf: [SystemVClass], _ type: CType, at offset: Int) {
        // Neither compiler asks for an alignment that a typedef has added.
        guard let layout = type.canonical.layout else { return }
        if offset % layout.alignment != 0 { isInMemory = true }
        merge(leaf, offset..<(offset + layout.size))
    }

    private mutating func addElements(_ element: CType, _ count: Int, at offset: Int) {
        guard let size = element.layout?.size else { return }
        // In the middle of eight bytes, gcc takes an array of no elements for one of one.
        let isTakenForOne = compiler == .gcc && count == 0 && offset % 8 != 0
        for index in 0..<(isTakenForOne ? 1 : count) {
            let wasInMemory = isInMemory
            add(element, at: offset + index * size)
            // It looks at the first one only.
            if compiler == .gcc, index > 0 { isInMemory = wasInMemory }
        }
    }

    private mutating func addMembers(of record: RecordType, at offset: Int) {
        guard let members = record.members, let layout = record.layout else { return }
        for (member, place) in zip(members, layout.places) {
            if let bits = place.bits {
                if compiler == .gcc, takesForNumber(member, bits, at: place.bitOffset, in: record) {
                    addNumber(holding: bits, at: offset + place.offset)
                }
                addBits(bits, of: member, in: record.kind, from: offset * 8 + place.bitOffset)
            } else {
                addMember(member, at: offset + place.offset)
            }
        }
    }

    private mutating func addMember(_ member: RecordType.Member, at offset: Int) {
        // gcc asks for the alignment of the scalars inside only, clang for that of the member as well.
        if compiler == .clang, let layout = member.type.canonical.layout, offset % layout.alignment != 0 {
            isInMemory = true
        }
        add(member.type, at: offset)
    }

    private mutating func addBits(
        _ bits: Int, of member: RecordType.Member, in kind: RecordType.Kind, from start: Int
    ) {
        // For clang one without a name is padding; gcc takes it for a number, before version 12 even one of no bits.
        if compiler == .clang, member.name == nil { return }
        if kind == .structure, bits == 0, start % 64 == 0 { return }
        merge([.integer, .integer], start / 8..<(start + max(1, bits) + 7) / 8)
    }

    /// gcc takes bits for a number, which has to be aligned, in a union; elsewhere if they are just as many as one has,
    /// and stand where one would. Only those without a name then lie where a number cannot.
    private func takesForNumber(
        _ member: RecordType.Member, _ bits: Int, at place: Int, in record: RecordType
    ) -> Bool {
        if record.kind == .union { return true }
        let isPacked = record.isPacked || member.isPacked
        return member.name == nil && !isPacked && [8, 16, 32, 64, 128].contains(bits) && place % bits == 0
    }

    /// The smallest integer that holds the bits.
    private mutating func addNumber(holding bits: Int, at offset: Int) {
        let sizes = [1, 2, 4, 8, 16]
        if let size = sizes.first(where: { bits <= $0 * 8 }), offset % size != 0 { isInMemory = true }
    }

    private mutating func merge(_ leaf: [SystemVClass], _ bytes: Range<Int>) {
        guard !bytes.isEmpty else { return }
        let first = bytes.lowerBound / 8
        for index in first...(bytes.upperBound - 1) / 8 where classes.indices.contains(index) {
            classes[index] = classes[index].merged(with: leaf[min(index - first, leaf.count - 1)])
        }
    }
}
