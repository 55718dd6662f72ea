// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The choice among the members of a union that a number beside it makes.
struct UnionChoice: Sendable {
    /// The place of the number.
    let selector: CountPlace
    let union: RecordType
    /// The member that a field belongs to; nil where the field is the union.
    private(set) var member: Int?

    /// Nil where nothing says which member stands there.
    ///
    /// - Parameter firstField: the index of the first field of the record that the member belongs to.
    init?(_ member: RecordType.Member, countedFrom firstField: Int) {
        guard let selector = member.selector, case .record(let union) = member.type.canonical else { return nil }
        (self.selector, self.union) = (CountPlace(field: firstField + selector), union)
    }

    /// The same for a field of one of the members.
    func of(_ member: Int) -> UnionChoice {
        var choice = self
        choice.member = member
        return choice
    }
}

extension RecordShape {
    /// Says that a field does not stand in a record in memory, but another member of a union; nil where it stands there.
    func absence(of field: Field, in memory: UnsafeRawPointer) -> String? {
        for choice in field.choices {
            guard let member = choice.member else { continue }
            if let words = unsafe absence(of: member, choice, in: memory) { return words }
        }
        return nil
    }

    /// The member of a union that stands in a record in memory; nil where the number is that of none.
    func standing(_ choice: UnionChoice, in memory: UnsafeRawPointer) -> Int? {
        unsafe number(choice.selector, in: memory).flatMap(choice.union.member)
    }

    /// Returns whether a field stands in a record in memory, and not another one in its place.
    func stands(_ field: Field, in memory: UnsafeRawPointer) -> Bool {
        field.choices.allSatisfy { choice in
            guard let member = choice.member else { return true }
            return unsafe standing(choice, in: memory) == member
        }
    }

    /// Has the numbers say which members of unions stand there, or the members that are given be those of which they say
    /// it.
    ///
    /// - Parameter known: the places of numbers that are given, or follow from others.
    func choose(
        for given: [GivenField], in memory: UnsafeMutableRawPointer, known: inout Set<CountPlace>
    ) throws(Misfit) {
        for (one, choice) in given.flatMap({ one in one.field.choices.map { (one, $0) } }) {
            guard let member = choice.member ?? member(given: one) else { continue }
            if known.insert(choice.selector).inserted {
                try unsafe write(number: try number(for: member, choice), to: choice.selector, of: memory)
            } else if unsafe standing(choice, in: memory) != member {
                let number = unsafe number(choice.selector, in: memory) ?? 0
                throw Misfit(
                    expected: choice.union.member(for: number).map { "\(name($0, choice)), as \(number) stands for it" }
                        ?? "no member of the union, as \(number) stands for none",
                    found: name(member, choice)
                ).inside([.member(name(of: choice.selector))], of: .number(.integer(number)))
            }
        }
    }

    /// The number that stands for a member.
    private func number(for member: Int, _ choice: UnionChoice) throws(Misfit) -> Int128 {
        if case .numbers(let numbers)? = choice.union.members?[member].stands, let first = numbers.first {
            return first
        }
        throw Misfit(
            expected: "a number in \(name(of: choice.selector)) that stands for \(name(member, choice))",
            found: "none")
    }

    /// Says that a member of a union does not stand in a record in memory, and which one does; nil where it stands there.
    func absence(of member: Int, _ choice: UnionChoice, in memory: UnsafeRawPointer) -> String? {
        let standing = unsafe standing(choice, in: memory)
        guard standing != member else { return nil }
        let number = unsafe number(choice.selector, in: memory).map { "\($0)" } ?? "no number"
        let other = standing.map { "\(name($0, choice)) does" } ?? "no member does"
        return "does not stand there: \(other) by \(name(of: choice.selector)), which is \(number)"
    }

    /// The member of a union with a name that a value gives.
    private func member(given one: GivenField) -> Int? {
        guard case .element(.record(let shape), _) = one.field.content, case .object(let members) = one.value else {
            return nil
        }
        return members.first.flatMap { shape.field($0.name) }?.alternatives.first?.member
    }

    private func name(_ member: Int, _ choice: UnionChoice) -> String {
        let member = choice.union.members?[member]
        return member?.name.map { "the member \($0)" } ?? "the member \(member?.type.description ?? "")"
    }
}
