// SPDX-License-Identifier: Apache-2.0

internal import HeddleDiagnostics

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

    /// Returns whether the values themselves differ, and not parts of them.
    private(set) var isWhole = true

    mutating func compare(_ expected: Value, _ actual: Value, as type: CType?, at path: String) {
        switch (expected, actual) {
        case (.object(let wanted), .object(let members)):
            isWhole = false
            for want in wanted {
                let found = members.first { $0.name == want.name }?.value
                compare(want.value, found, type, path, .member(want.name))
            }
        case (.array(let wanted), .array(let elements)):
            isWhole = false
            for index in 0..<max(wanted.count, elements.count) {
                let want = wanted.indices.contains(index) ? wanted[index] : nil
                compare(want, elements.indices.contains(index) ? elements[index] : nil, type, path, .element(index))
            }
        case let (expected, actual) where expected.isEqual(to: actual): agreeing += 1
        default: add(Part(path: path, type: type, expected: expected, actual: actual))
        }
    }

    /// Compares a part of two values. Most parts agree and cost nothing.
    private mutating func compare(
        _ expected: Value?, _ actual: Value?, _ type: CType?, _ whole: String, _ step: PartPath.Step
    ) {
        if let expected, let actual, !expected.hasParts, expected.isEqual(to: actual) {
            agreeing += 1
            return
        }
        let (type, path) = (type?.part(step), whole.followed(by: step))
        guard let expected, let actual else {
            return add(Part(path: path, type: type, expected: expected, actual: actual))
        }
        compare(expected, actual, as: type, at: path)
    }

    private mutating func add(_ part: Part) {
        count += 1
        if differing.count < Self.limit { differing.append(part) }
    }

    // MARK: Words

    var heading: String {
        let whole = count + agreeing
        return "\(count) of \(counted(whole, "part")) \(count == 1 ? "differs" : "differ"):"
    }

    /// The line that says that there are more.
    var furtherLine: [String] {
        let further = count - differing.count
        return further == 0 ? [] : ["  and \(further) more"]
    }
}

extension DifferingParts.Part {
    /// Nil if only one of the values has the part.
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
    fileprivate func followed(by step: PartPath.Step) -> String {
        if case .member(let name) = step, isEmpty { name } else { "\(self)\(step)" }
    }
}

extension Value {
    fileprivate var hasParts: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }
}
