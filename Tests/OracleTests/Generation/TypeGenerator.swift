// SPDX-License-Identifier: Apache-2.0

import Workbench

/// Makes the types of one case.
struct TypeGenerator {
    var random: SeededGenerator
    /// The features that types may have.
    let allowed: Set<Kind>
    private let number: Int
    private(set) var definitions: [Shape] = []
    private var names = 0

    init(number: Int, allowed: Set<Kind>, random: SeededGenerator) {
        self.number = number
        self.allowed = allowed
        self.random = random
    }

    /// Returns whether something that is allowed happens, with a probability in percent.
    mutating func chance(_ kind: Kind, _ percent: Double) -> Bool { allowed.contains(kind) && random.chance(percent) }

    /// The scalars among some that are allowed.
    func allowed(_ scalars: [CScalar]) -> [CScalar] {
        scalars.filter { $0.kinds.isSubset(of: allowed) }
    }

    /// The kinds of parameters and results.
    mutating func parameter() -> Shape {
        let floating = allowed(CScalar.floating + [.float, .double, .double])
        return switch choice() {
        case 0..<24: .scalar(random.pick(CScalar.integers + [.bool]))
        case 24..<40: .scalar(random.pick(floating))
        case 40..<44: .scalar(random.pick(allowed(CScalar.wide)))
        case 44..<48: .scalar(random.pick(allowed(CScalar.complex)))
        case 48..<52: .text
        case 52..<55: .enumeration(enumeration())
        default: recordParameter()
        }
    }

    /// A number up to 100, among those that stand for what is allowed.
    private mutating func choice() -> Int {
        let ranges: [(Range<Int>, Bool)] = [
            (0..<40, true), (40..<44, allowed.contains(.int128)), (44..<48, allowed.contains(.complex)),
            (48..<52, allowed.contains(.text)), (52..<55, allowed.contains(.enumeration)),
            (55..<100, allowed.contains(.smallRecord) || allowed.contains(.largeRecord)),
        ]
        return random.pick(ranges.filter(\.1).flatMap { Array($0.0) })
    }

    /// A record of which a value can be passed: a new one, or one that is there already.
    private mutating func recordParameter() -> Shape {
        let known = definitions.filter { if case .record = $0 { true } else { false } }
        if !known.isEmpty, random.chance(25) { return random.pick(known) }
        var maker = RecordGenerator(room: room(), depth: 0)
        var record = maker.record(&self)
        if chance(.flexible, 0.3) { record = record.withFlexibleArray(named: name()) }
        return define(record)
    }

    private mutating func room() -> Int {
        guard allowed.contains(.largeRecord) else { return random.number(1...12) }
        guard allowed.contains(.smallRecord) else { return random.number(24...100) }
        return random.chance(75) ? random.number(1...32) : random.number(33...200)
    }

    /// Gives a record a tag and defines it.
    mutating func define(_ record: RecordShape) -> Shape {
        var record = record
        record.tag = "S\(number)_\(definitions.count)"
        definitions.append(.record(record))
        return .record(record)
    }

    mutating func enumeration() -> EnumerationShape {
        let ranges: [[Int128]] = [
            [0, 1, 7], [-1, 0, 100], [0, 255], [-129, 3], [0, 65535, 2], [1, 4_294_967_295], [-2_147_483_648, 5],
            [0, 4_294_967_296], [-1, 9_223_372_036_854_775_807], [1, 18_446_744_073_709_551_615],
        ]
        let tag = "E\(number)_\(definitions.count)"
        let made = EnumerationShape(tag: tag, values: random.pick(ranges), isPacked: chance(.packed, 30))
        definitions.append(.enumeration(made))
        return made
    }

    /// A name that no other member of the case has.
    mutating func name() -> String {
        names += 1
        return "m\(names)"
    }
}

extension RecordShape {
    fileprivate func withFlexibleArray(named name: String) -> RecordShape {
        guard !isUnion else { return self }
        var record = self
        record.members.append(Member(name: name, shape: .array(.scalar(.signedChar), count: nil)))
        return record
    }
}
