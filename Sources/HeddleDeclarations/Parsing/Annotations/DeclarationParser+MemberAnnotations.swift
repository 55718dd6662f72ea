// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

extension DeclarationParser {
    /// The members of a record with the effect of their annotations, which may refer to each other.
    mutating func annotated(_ list: MemberList, of kind: RecordType.Kind) -> [RecordType.Member] {
        guard !list.annotations.isEmpty else { return list.members }
        var members = list.members
        let fields = RecordType(kind: kind, tag: nil, members: members).fields
        for (index, use) in list.annotations { apply(use, to: &members[index], of: kind, among: fields) }
        if let use = list.annotations.first?.use, let flaw = members.flawOfCases {
            reportAnnotation(use, flaw, advice: Self.caseAdvice)
        }
        return members
    }

    /// The members with annotations that stand elsewhere, in the place of their own; and the mistakes in these.
    func annotated(
        _ members: [RecordType.Member], of kind: RecordType.Kind, by annotations: [MemberAnnotation]
    ) -> (members: [RecordType.Member], mistakes: [Diagnostic]) {
        var (members, mistakes) = (members, [Diagnostic]())
        // Those of the members inside come first: a union is chosen from by the cases of its members.
        for (name, inner) in annotations.inner {
            guard let index = members.firstIndex(where: { $0.name == name }),
                case .record(let record) = members[index].type.canonical, record.tag == nil,
                let own = record.members
            else { continue }
            let (annotated, found) = annotated(own, of: record.kind, by: inner)
            members[index].type = members[index].type.changingRecord { $0.members = annotated }
            mistakes += found
        }
        let fields = RecordType(kind: kind, tag: nil, members: members).fields
        for annotation in annotations where annotation.path.count == 1 {
            guard let index = members.firstIndex(where: { $0.name == annotation.path[0] }) else {
                mistakes += annotateNameless(&members, annotation)
                continue
            }
            members[index].clearAnnotations()
            var parser = DeclarationParser(annotation.words, names: names)
            do throws(Diagnostic) {
                var uses: [AnnotationUse] = []
                while parser.current.meaning == .annotation { uses += try parser.readAnnotations() }
                guard parser.current.kind == .end else { throw parser.expected("an annotation") }
                for use in uses { parser.apply(use, to: &members[index], of: kind, among: fields) }
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
        return (members, mistakes)
    }

    /// Annotates a member that one without a name has inside.
    private func annotateNameless(
        _ members: inout [RecordType.Member], _ annotation: MemberAnnotation
    ) -> [Diagnostic] {
        for (index, member) in members.enumerated() where member.name == nil {
            guard case .record(let inner) = member.type.canonical, inner.member(at: annotation.path) != nil,
                let own = inner.members
            else { continue }
            let (annotated, mistakes) = annotated(own, of: inner.kind, by: [annotation])
            members[index].type = member.type.changingRecord { $0.members = annotated }
            return mistakes
        }
        return []
    }

    private static let caseAdvice = "write \"_Case_(number)\" or \"_Default_\" before each member"

    private mutating func apply(
        _ use: AnnotationUse, to member: inout RecordType.Member, of kind: RecordType.Kind,
        among fields: [RecordType.Member]
    ) {
        switch (use.word, use.argument) {
        case (.caseOf, .cases(let numbers)) where kind == .union: note(.numbers(numbers), use, on: &member)
        case (.otherwise, _) where kind == .union: note(.otherwise, use, on: &member)
        case (.caseOf, _), (.otherwise, _):
            reportAnnotation(use, "is on a member of a structure", advice: "it belongs to a member of a union")
        case (.switchOn, .member(let name)): select(by: name, use, in: &member, among: fields)
        case (.nullTerminated, _): fill(&member, use, count: .untilNull)
        case (_, .count(let count, written: nil)) where use.word.direction == .in:
            let scope = CountScope(fields: fields)
            if let count = resolveNoting(count, at: .beforeCall, in: scope) { fill(&member, use, count: count) }
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

    private mutating func fill(_ member: inout RecordType.Member, _ use: AnnotationUse, count: Parameter.Count) {
        if member.buffer != nil { return reportAnnotation(use, "is on a member that is counted already") }
        if let flaw = use.word.flaw(onMemberOf: member.type) { return reportAnnotation(use, flaw) }
        member.buffer = RecordType.Buffer(
            count: count, isBytes: use.word.traits.isBytes, isOptional: use.word.traits.isOptional)
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
}

/// Annotations of a member, or of a parameter of a typedef for a function, that stand elsewhere than its declaration.
package struct MemberAnnotation: Sendable {
    /// The names of the member, and of those around it that are structures and unions without tags.
    package let path: [String]
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
    /// Those of members inside, by the names of the members around them, in the order of their first ones.
    fileprivate var inner: [(name: String, annotations: [MemberAnnotation])] {
        var found: [(name: String, annotations: [MemberAnnotation])] = []
        for annotation in self {
            guard let inside = annotation.inside else { continue }
            if let index = found.firstIndex(where: { $0.name == annotation.path[0] }) {
                found[index].annotations.append(inside)
            } else {
                found.append((annotation.path[0], [inside]))
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
        return element.canonical == .void || element.defined.hasKnownSize
            ? nil : "points to values whose size is not known"
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
