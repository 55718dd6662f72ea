// SPDX-License-Identifier: Apache-2.0

/// Walks through two values side by side, and keeps the parts that differ.
struct DifferingParts {
    /// A part that differs, or that only one of the values has.
    struct Part {
        let path: String
        let type: CType?
        let expected: Value?
        let actual: Value?
    }

    /// The first of them.
    private(set) var differing: [Part] = []
    private var count = 0
    private var agreeing = 0

    private static let limit = 12

    /// Whether the values themselves differ, and not parts of them.
    private(set) var isWhole = true

    mutating func compare(_ expected: Value, _ actual: Value, as type: CType?, at path: String) {
        switch (expected, actual) {
        case (.object(let wanted), .object(let members)):
            isWhole = false
            for want in wanted {
                let part = Part(
                    path: path.followed(by: want.name), type: type?.part(.member(want.name)), expected: want.value,
                    actual: members.first { $0.name == want.name }?.value)
                compare(part)
            }
        case (.array(let wanted), .array(let elements)):
            isWhole = false
            for index in 0..<max(wanted.count, elements.count) {
                compare(
                    Part(
                        path: "\(path)[\(index)]", type: type?.part(.element(index)),
                        expected: wanted.indices.contains(index) ? wanted[index] : nil,
                        actual: elements.indices.contains(index) ? elements[index] : nil))
            }
        case let (expected, actual) where expected.isEqual(to: actual): agreeing += 1
        default: add(Part(path: path, type: type, expected: expected, actual: actual))
        }
    }

    private mutating func compare(_ part: Part) {
        guard let expected = part.expected, let actual = part.actual else { return add(part) }
        compare(expected, actual, as: part.type, at: part.path)
    }

    private mutating func add(_ part: Part) {
        count += 1
        if differing.count < Self.limit { differing.append(part) }
    }

    // MARK: Words

    var heading: String {
        let whole = count + agreeing
        return "\(count) of \(whole) part\(whole == 1 ? "" : "s") differ\(count == 1 ? "s" : ""):"
    }

    /// That there are more than are shown.
    var furtherLine: [String] {
        let further = count - differing.count
        return further == 0 ? [] : ["  and \(further) more"]
    }
}

extension DifferingParts.Part {
    /// nil where only one of the values has the part.
    var difference: PlainDifference? {
        guard let expected, let actual else { return nil }
        return PlainDifference(expected, actual, as: type)
    }

    var line: String {
        let difference = difference
        let texts = (
            difference?.expected ?? expected?.shown(as: type) ?? "nothing",
            difference?.actual ?? actual?.shown(as: type) ?? "nothing"
        )
        let place = difference?.mark.map { "they differ at \($0.place)" }
        let remarks = [place].compactMap(\.self) + (difference?.remarks ?? [])
        return "\(path.excerpt()): expected \(texts.0), actual \(texts.1)" + remarks.map { "; \($0)" }.joined()
    }
}

extension String {
    fileprivate func followed(by member: String) -> String { isEmpty ? member : "\(self).\(member)" }
}
