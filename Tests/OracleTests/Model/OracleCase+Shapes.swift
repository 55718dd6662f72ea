// SPDX-License-Identifier: Apache-2.0

import Workbench

extension OracleCase {
    /// A case of shapes from anywhere, with values by chance: records that are passed get a tag of this case.
    init(
        number: Int, origin: String, parameters: [Shape], result: Shape?, declared: Int? = nil,
        random: inout SeededGenerator
    ) {
        var tags = Tags(number: number)
        let parameters = parameters.map { tags.tagged($0) }
        let result = result.map { tags.tagged($0) }
        self.init(
            number: number, origin: origin, definitions: tags.definitions,
            parameters: parameters.map { Example(shape: $0, datum: random.datum($0)) },
            result: result.map { Example(shape: $0, datum: random.datum($0)) }, declared: declared)
    }
}

/// Gives types their tags: one for each type, however often it is used.
private struct Tags {
    let number: Int
    var definitions: [Shape] = []
    private var known: [Shape: Shape] = [:]

    init(number: Int) { self.number = number }

    mutating func tagged(_ shape: Shape) -> Shape {
        let shape = untagged(shape)
        guard case .record(var record) = shape else { return shape }
        if let tagged = known[shape] { return tagged }
        record.tag = "S\(number)_\(definitions.count)"
        known[shape] = .record(record)
        definitions.append(.record(record))
        return .record(record)
    }

    /// The shape with its records written where they are used, and its enumerations defined anew.
    private mutating func untagged(_ shape: Shape) -> Shape {
        switch shape {
        case .array(let element, let count): return .array(untagged(element), count: count)
        case .enumeration(let enumeration): return defined(enumeration)
        case .record(var record):
            record.tag = nil
            for index in record.members.indices { record.members[index].shape = untagged(record.members[index].shape) }
            return .record(record)
        default: return shape
        }
    }

    private mutating func defined(_ enumeration: EnumerationShape) -> Shape {
        if let tagged = known[.enumeration(enumeration)] { return tagged }
        let tagged = Shape.enumeration(
            EnumerationShape(
                tag: "E\(number)_\(definitions.count)", values: enumeration.values, isPacked: enumeration.isPacked))
        known[.enumeration(enumeration)] = tagged
        known[tagged] = tagged
        definitions.append(tagged)
        return tagged
    }
}
