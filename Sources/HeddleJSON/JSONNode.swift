// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics

/// A value of a JSON text, with its place.
///
/// A node is a view of 16 bytes into the text that it belongs to, which it keeps alive.
///
/// ## Topics
/// - ``read(_:)``
/// - ``content``
/// - ``range``
/// - ``value``
package struct JSONNode: Sendable {
    package let tree: JSONTree
    package let index: Int

    /// The contents of a value.
    package enum Content: Sendable {
        case null
        case bool(Bool)
        case number(Number)
        case text(String)
        case array(JSONArray)
        case object(JSONObject)
    }

    /// The contents of the value. Text and numbers are decoded at each access.
    package var content: Content {
        switch tree.nodes[index].tag {
        case .null, .end: .null
        case .no: .bool(false)
        case .yes: .bool(true)
        case .number: .number(number)
        case .text, .textWithEscapes: .text(text)
        case .array: .array(JSONArray(node: self))
        case .object: .object(JSONObject(node: self))
        case .folded: unfolded.content
        }
    }

    /// The same value in a separate tree, in which it is not folded.
    private var unfolded: JSONNode {
        guard let node = JSONNode.reread(tree.source, at: offset) else {
            preconditionFailure("the value at byte \(offset) of \(tree.source.name) was read without a mistake before")
        }
        return node
    }

    /// The place of the value, including quotes or brackets.
    package var range: SourceRange { SourceRange(tree.source, tree.bytes(of: index)) }

    /// The offset of the value's first byte.
    package var offset: Int { tree.nodes[index].offset }

    /// The value as plain data: an object is an object, whatever its names.
    package var value: Value { content.value }
}

extension JSONNode.Content {
    /// The value as plain data.
    package var value: Value {
        switch self {
        case .null: .null
        case .bool(let bool): .bool(bool)
        case .number(let number): .number(number)
        case .text(let text): .string(text)
        case .array(let elements): .array(elements.map(\.value))
        case .object(let members): .object(members.map { Value.Member($0.name, $0.value.value) })
        }
    }
}

/// The elements of a JSON array, in order.
package struct JSONArray: Sequence, Sendable {
    let node: JSONNode

    /// Makes an iterator over the elements.
    package func makeIterator() -> JSONIterator { JSONIterator(insideOf: node) }

    /// True if it has no elements.
    package var isEmpty: Bool { node.tree.nodes[node.index].end == node.index + 1 }
}

/// The members of a JSON object, in order; no name stands twice.
package struct JSONObject: Sequence, Sendable {
    let node: JSONNode

    /// A name and its value.
    package struct Member: Sendable {
        let key: JSONNode
        /// The value.
        package let value: JSONNode

        /// The name, decoded each time.
        package var name: String { key.text }
        /// The place of the name, including quotes.
        package var nameRange: SourceRange { key.range }
    }

    /// Walks over the members.
    package struct Iterator: IteratorProtocol {
        fileprivate var nodes: JSONIterator

        /// The next member, or nil behind the last.
        package mutating func next() -> Member? {
            guard let key = nodes.next(), let value = nodes.next() else { return nil }
            return Member(key: key, value: value)
        }
    }

    /// Makes an iterator over the members.
    package func makeIterator() -> Iterator { Iterator(nodes: JSONIterator(insideOf: node)) }

    /// True if it has no members.
    package var isEmpty: Bool { node.tree.nodes[node.index].end == node.index + 1 }
}

/// Walks over the nodes directly inside an array or object.
package struct JSONIterator: IteratorProtocol {
    private let tree: JSONTree
    private let end: Int
    private var index: Int

    init(insideOf node: JSONNode) {
        self.tree = node.tree
        self.end = node.tree.nodes[node.index].end
        self.index = node.index + 1
    }

    /// The next element, or nil behind the last.
    package mutating func next() -> JSONNode? {
        guard index < end else { return nil }
        defer { index = tree.nodes.end(of: index) }
        return JSONNode(tree: tree, index: index)
    }
}
