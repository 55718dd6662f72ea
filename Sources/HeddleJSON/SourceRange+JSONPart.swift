// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics

extension SourceRange {
    /// The place of a part of the JSON value at this range, for a diagnostic that points into it.
    ///
    /// A part that is not there gives the range of the innermost value on the way to it.
    ///
    /// - Complexity: O(length of the range): the text is read again, so that values need not keep their positions.
    package func part(at path: [PartPath.Step]) -> SourceRange {
        guard bytes.lowerBound < source.bytes.count, var node = JSONNode.reread(source, at: bytes.lowerBound) else {
            return self
        }
        for part in path {
            guard let inner = node.part(part) else { break }
            node = inner
        }
        return node.range
    }
}

extension SourceRange {
    /// The places of the parts of the JSON array or object at this range, in order: the elements, or the members with
    /// their names. Empty for any other value.
    ///
    /// - Complexity: O(length of the range), where ``part(at:)`` is so for each part.
    package var parts: [(name: SourceRange?, value: SourceRange)] {
        guard bytes.lowerBound < source.bytes.count, let node = JSONNode.reread(source, at: bytes.lowerBound) else {
            return []
        }
        return switch node.content {
        case .array(let elements): elements.map { (nil, $0.range) }
        case .object(let members): members.map { ($0.nameRange, $0.value.range) }
        default: []
        }
    }

    /// The JSON value at this range, as plain data; nil if there is none.
    package var jsonValue: Value? {
        guard bytes.lowerBound < source.bytes.count else { return nil }
        return JSONNode.reread(source, at: bytes.lowerBound)?.value
    }
}

extension SourceRange {
    /// The places of the elements of the array at this range. For another value, such as a reference to a row of a
    /// table, all are this range.
    package func places(of count: Int) -> [SourceRange] {
        let parts = parts
        return parts.count == count ? parts.map(\.value) : [SourceRange](repeating: self, count: count)
    }

    /// The place of a mistake in the JSON value at this range.
    package func place(of mistake: ConditionMistake) -> SourceRange {
        place(of: mistake.path, isOfName: mistake.isOfName)
    }

    /// The place of a part of the JSON value at this range, or of the name of that part.
    package func place(of path: PartPath, isOfName: Bool) -> SourceRange {
        guard isOfName, case .member(let name)? = path.steps.last else { return part(at: path.steps) }
        let owner = part(at: path.steps.dropLast())
        guard let node = JSONNode.reread(source, at: owner.bytes.lowerBound), case .object(let members) = node.content
        else { return owner }
        return members.first { $0.name == name }?.nameRange ?? owner
    }
}

extension JSONNode {
    fileprivate func part(_ part: PartPath.Step) -> JSONNode? {
        switch (part, content) {
        case (.member(let name), .object(let members)): members.first { $0.name == name }?.value
        case (.element(let index), .array(let elements)) where index >= 0:
            elements.dropFirst(index).first { _ in true }
        default: nil
        }
    }
}
