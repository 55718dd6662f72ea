// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

extension DeclarationParser {
    /// The members of a record with the effect of their annotations, which may refer to each other.
    mutating func annotated(_ list: MemberList, of kind: RecordType.Kind, tag: String?) -> [RecordType.Member] {
        guard !list.annotations.isEmpty else { return list.members }
        var members = list.members
        let record = RecordType(kind: kind, tag: tag, members: members)
        for (index, use) in list.annotations { apply(use, to: &members[index], of: record) }
        if let use = list.annotations.first?.use, let flaw = members.flawOfCases {
            reportAnnotation(use, flaw, advice: Self.caseAdvice)
        }
        return members
    }

    /// The members with annotations that stand elsewhere, in the place of their own; and the mistakes in these.
    func annotated(
        _ members: [RecordType.Member], of kind: RecordType.Kind, tag: String?, by annotations: [MemberAnnotation]
    ) -> (members: [RecordType.Member], mistakes: [Diagnostic]) {
        var (members, mistakes) = (members, [Diagnostic]())
        // Those of the members inside come first: a union is chosen from by the cases of its members.
        for (index, inner) in annotations.inner(of: members) {
            if let function = members[index].type.writtenFunction {
                let (type, found) = annotated(function, of: members[index], by: inner)
                members[index].type = type
                mistakes += found
                continue
            }
            guard case .record(let record) = members[index].type.canonical, record.tag == nil, let own = record.members
            else { continue }
            let (annotated, found) = annotated(own, of: record.kind, tag: nil, by: inner)
            members[index].type = members[index].type.changingRecord { $0.members = annotated }
            mistakes += found
        }
        let record = RecordType(kind: kind, tag: tag, members: members)
        for annotation in annotations where annotation.path.count == 1 {
            guard let index = members.index(of: annotation.path[0]) else { continue }
            members[index].clearAnnotations()
            var parser = DeclarationParser(annotation.words, names: names)
            do throws(Diagnostic) {
                var uses: [AnnotationUse] = []
                while parser.current.meaning == .annotation { uses += try parser.readAnnotations() }
                guard parser.current.kind == .end else { throw parser.expected("an annotation") }
                for use in uses { parser.apply(use, to: &members[index], of: record) }
            } catch {
                parser.report(error)
            }
            mistakes += parser.takeProblems()
        }
        if let flaw = members.flawOfCases, let words = annotations.first?.words {
            mistakes.append(
                Diagnostic(
                    code: .declaration(.annotation), "the union \(flaw)", at: words, suggestion: Self.caseAdvice))
        }
        if mistakes.isEmpty { mistakes += members.unselectedCases(annotatedBy: annotations, among: record.fields) }
        return (members, mistakes)
    }

    /// Refuses cases of a union that stands in a structure where nothing says which of its members stands there.
    mutating func refuseUnselectedCases(in list: MemberList, among members: [RecordType.Member]) {
        let fields = RecordType(kind: .structure, tag: nil, members: members).fields
        for (index, member) in list.members.enumerated() where member.hasUnselectedCases {
            guard members[index].hasUnselectedCases,
                !list.annotations.contains(where: { $0.member == index && $0.use.word == .switchOn }),
                let place = list.place(of: member)
            else { continue }
            report(
                problem(
                    .annotation, RecordType.Member.unselectedCases, at: place,
                    suggestion: "write \"\(fields.selection)\" before the union"))
        }
    }

    private static let caseAdvice = "write \"_Case_(number)\" or \"_Default_\" before each member"

    private mutating func apply(_ use: AnnotationUse, to member: inout RecordType.Member, of record: RecordType) {
        switch (use.word, use.argument) {
        case (.caseOf, .cases(let numbers)) where record.kind == .union: note(.numbers(numbers), use, on: &member)
        case (.otherwise, _) where record.kind == .union: note(.otherwise, use, on: &member)
        case (.caseOf, _), (.otherwise, _):
            reportAnnotation(use, "is on a member of a structure", advice: "it belongs to a member of a union")
        case (.switchOn, .member(let name)): select(by: name, use, in: &member, among: record.fields)
        case (.nullTerminated, _): fill(&member, use, count: .untilNull, of: record)
        case (_, .count(let count, written: nil)) where use.word.direction == .in:
            let scope = CountScope(fields: record.fields)
            guard let count = resolveNoting(count, at: .beforeCall, in: scope) else { return }
            fill(&member, use, count: use.word.isTerminatedWithin ? .terminated(count) : count, of: record)
        case (_, .count):
            reportAnnotation(
                use, "is on a member of a structure",
                advice: "give a function the object of a \"new\" step there to write to")
        default: reportMisplaced([use])
        }
    }

    private mutating func note(_ stands: RecordType.Case, _ use: AnnotationUse, on member: inout RecordType.Member) {
        if member.stands != nil { return reportAnnotation(use, "is on a member that has its case") }
        member.stands = stands
    }

    private mutating func fill(
        _ member: inout RecordType.Member, _ use: AnnotationUse, count: Parameter.Count, of record: RecordType
    ) {
        if member.buffer != nil { return reportAnnotation(use, "is on a member that is counted already") }
        if use.word != .nullTerminated, let tag = record.tag, case .record(let element) = member.elementType.canonical,
            element.tag == tag, element.kind == record.kind
        {
            return reportAnnotation(
                use, "leads to values of its own structure, which have no form that ends",
                advice: "leave it out: a step follows such a pointer behind each value")
        }
        if let flaw = use.word.flaw(onMemberOf: member.type) {
            return reportAnnotation(use, flaw, advice: definition(of: member.elementType, before: record))
        }
        member.buffer = RecordType.Buffer(
            count: count, isBytes: use.word.traits.isBytes, isOptional: use.word.traits.isOptional)
    }

    /// The way to values of a structure that is defined behind the one that leads to them; nil for other types.
    private func definition(of element: CType, before record: RecordType) -> String? {
        guard case .record(let opaque) = element.canonical, opaque.members == nil, let tag = opaque.tag else {
            return nil
        }
        let later = #"define "\#(opaque.kind.rawValue) \#(tag)" before"#
        return record.tag.map { #"\#(later) "\#(record.kind.rawValue) \#($0)""# } ?? later
    }

    /// Has a number say which member of a union stands there.
    private mutating func select(
        by name: Token, _ use: AnnotationUse, in member: inout RecordType.Member, among fields: [RecordType.Member]
    ) {
        guard case .record(let union) = member.type.canonical, union.kind == .union, let members = union.members else {
            return reportAnnotation(use, "needs a union, and this is \"\(member.type)\"")
        }
        guard let index = fields.firstIndex(where: { $0.name == name.text }) else {
            return report(
                problem(
                    .annotation, "there is no field \"\(name.text)\" that says which member stands there",
                    at: name.range, suggestion: didYouMean(name.text, among: fields.compactMap(\.name))))
        }
        guard fields[index].type.isWhole else {
            return reportAnnotation(use, "needs an integer, and \"\(name.text)\" is \"\(fields[index].type)\"")
        }
        guard members.contains(where: { $0.stands != nil }) else {
            return reportAnnotation(use, "is on a union without cases", advice: Self.caseAdvice)
        }
        if let flaw = members.flaw(ofCasesFor: fields[index]) { return reportAnnotation(use, flaw) }
        member.selector = index
        member.type = member.type.selected
    }
}

extension RecordType.Member {
    fileprivate mutating func clearAnnotations() { (buffer, selector, stands) = (nil, nil, nil) }

    /// True for a union whose members have cases, among which nothing chooses. One with a name of its own may have them
    /// for other structures.
    fileprivate var hasUnselectedCases: Bool {
        guard selector == nil, case .record(let union) = type, union.kind == .union, union.tag == nil else {
            return false
        }
        return (union.members ?? []).contains { $0.stands != nil }
    }

    fileprivate static let unselectedCases =
        "the union has cases, and nothing says by which number its members are chosen"
}

extension [RecordType.Member] {
    /// The annotation of a union that one of these fields may choose from.
    fileprivate var selection: String {
        "\(AnnotationWord.switchOn.rawValue)(\(first { $0.type.isWhole }?.name ?? "kind"))"
    }

    /// The index of the member of a name, or of a position, as in `$2`.
    func index(of name: String) -> Int? {
        firstIndex { $0.name == name } ?? Parameter.index(ofPosition: name, among: count)
    }

    /// The index of the structure or union without a name that has a member inside.
    fileprivate func indexOfNameless(around path: [String]) -> Int? {
        firstIndex { member in
            guard member.name == nil, case .record(let inner) = member.type.canonical else { return false }
            return inner.isAnnotated(at: path) != nil
        }
    }

    /// The mistake of cases that stand elsewhere than their union, among which nothing chooses.
    fileprivate func unselectedCases(
        annotatedBy annotations: [MemberAnnotation], among fields: [RecordType.Member]
    ) -> [Diagnostic] {
        enumerated().filter { $1.hasUnselectedCases }.compactMap { index, member in
            let names = [member.name, Parameter.positionName(index)].compactMap(\.self)
            let own = annotations.first { names.contains($0.path[0]) && $0.path.count == 2 }
            return (own ?? annotations.first { indexOfNameless(around: $0.path) == index }).map {
                Diagnostic(
                    code: .declaration(.annotation), RecordType.Member.unselectedCases, at: $0.words,
                    suggestion: "annotate the union too: \"\(names[0])\": \"\(fields.selection)\"")
            }
        }
    }
}

/// Annotations of a member, or of a parameter of a typedef for a function, that stand elsewhere than its declaration.
package struct MemberAnnotation: Sendable {
    /// The names of the member, and of those around it that are structures and unions without tags; or those of a
    /// parameter, behind the name of the member that points to its function.
    package let path: [String]
    /// The annotations.
    let words: SourceRange

    /// Creates annotations of a member.
    ///
    /// - Parameter path: its name, such as `value`, or `data.scalar.value` for one inside of others.
    package init(path: String, words: SourceRange) {
        self.path = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        self.words = words
    }

    private init(_ path: ArraySlice<String>, _ words: SourceRange) {
        self.path = Array(path)
        self.words = words
    }

    /// The same as seen from inside of the outermost member; nil if it is of that member.
    fileprivate var inside: MemberAnnotation? {
        path.count > 1 ? MemberAnnotation(path.dropFirst(), words) : nil
    }
}

extension [MemberAnnotation] {
    /// Those of what the members have inside, by the indices of these, in the order of their first ones. What a member
    /// without a name has inside has no longer path.
    fileprivate func inner(of members: [RecordType.Member]) -> [(index: Int, annotations: [MemberAnnotation])] {
        var found: [(index: Int, annotations: [MemberAnnotation])] = []
        for annotation in self {
            let own = members.index(of: annotation.path[0])
            guard let inside = own == nil ? annotation : annotation.inside,
                let member = own ?? members.indexOfNameless(around: annotation.path)
            else { continue }
            if let index = found.firstIndex(where: { $0.index == member }) {
                found[index].annotations.append(inside)
            } else {
                found.append((member, [inside]))
            }
        }
        return found
    }
}

extension [RecordType.Member] {
    /// The reason why the cases of a union do not say which member stands there; nil if they do, or there are none.
    fileprivate var flawOfCases: String? {
        guard contains(where: { $0.stands != nil }) else { return nil }
        if let other = first(where: { $0.stands == nil }) {
            return "leaves it open when \(other.name.map { "\"\($0)\"" } ?? "a member without a name") stands there"
        }
        var seen: Set<Int128> = []
        for case .numbers(let numbers)? in map(\.stands) {
            for number in numbers where !seen.insert(number).inserted { return "lets \(number) stand for two members" }
        }
        return filter { $0.stands == .otherwise }.count > 1 ? "lets two members stand for all other numbers" : nil
    }
}

extension [RecordType.Member] {
    /// The reason why a field cannot hold the numbers that stand for members of a union; nil if it can.
    fileprivate func flaw(ofCasesFor field: RecordType.Member) -> String? {
        let domain = ValueDomain(ofField: field)
        for case .numbers(let numbers)? in map(\.stands) {
            for number in numbers where field.type.canonical != .bool && !domain.canBe(.number(.integer(number))) {
                return "has the case \(number), which \"\(field.name ?? "")\" cannot hold"
            }
        }
        return nil
    }
}

extension AnnotationWord {
    /// The reason why it does not fit a member of a structure that leads to several values; nil if it does.
    fileprivate func flaw(onMemberOf type: CType) -> String? {
        let element: CType
        switch type.canonical {
        case .pointer(let target, _): element = target
        case .array(let target, nil) where self != .nullTerminated && !isTerminatedWithin: element = target
        default:
            let other = self == .nullTerminated || isTerminatedWithin ? "" : ", or an array without a size"
            return "needs a pointer\(other), and this is \"\(type)\""
        }
        if element.isFunction { return "cannot annotate a pointer to a function" }
        if self == .nullTerminated || isTerminatedWithin { return element.flawAsListElement }
        if traits.isBytes, !element.isByte { return "needs a pointer to bytes, and this points to \"\(element)\"" }
        return element.canonical == .void || element.hasKnownSize ? nil : "points to values whose size is not known"
    }
}

extension CType {
    /// True for numbers that may count values, or say which member of a union stands there.
    var isWhole: Bool {
        switch canonical {
        case .bool, .integer, .enumeration: true
        default: false
        }
    }
}
