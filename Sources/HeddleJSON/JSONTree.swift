// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

/// A parsed JSON text: a flat list of nodes of 8 bytes each, in the order of the text.
///
/// Texts and numbers stay in the bytes of the source and are decoded on demand. Decoding cannot fail, because the text
/// is known to be well formed. In the tree of a whole text, arrays and objects below the second level are folded: each
/// is one node, which is parsed again when it is opened. So a long list of objects takes 8 bytes for each.
///
/// The nodes are public so that readers in other targets can inline them; the module is part of no product.
public final class JSONTree: Sendable {
    package let source: SourceText
    package let nodes: [Node]

    init(source: SourceText, nodes: [Node]) {
        self.source = source
        self.nodes = nodes
    }

    /// The kind of a node. An object holds names and values in turn; `end` closes an array or object that is not
    /// folded.
    @frozen public enum Tag: UInt8, Sendable {
        case null, no, yes, number, text, textWithEscapes, array, object, folded, end
    }

    /// A node: its tag, the offset of its first byte, and what ends it.
    ///
    /// 27 bits hold every offset of the largest text that is read (`SourceText.largestSize`).
    @frozen public struct Node: Sendable {
        @usableFromInline static let offsetBits: UInt32 = 27
        @usableFromInline let head: UInt32
        @usableFromInline let tail: UInt32

        /// - Parameter end: the offset behind a scalar; for an array or object the index of its `end` node.
        init(_ tag: Tag, at offset: Int, end: Int) {
            self.head = UInt32(truncatingIfNeeded: offset) | UInt32(tag.rawValue) << Self.offsetBits
            self.tail = UInt32(truncatingIfNeeded: end)
        }

        /// The kind.
        @inlinable public var tag: Tag { Tag(rawValue: UInt8(head >> Self.offsetBits)) ?? .end }
        /// The offset of its first byte.
        @inlinable public var offset: Int { Int(head & (1 << Self.offsetBits - 1)) }
        /// The offset behind a scalar; for an array or object the index of its `end` node.
        @inlinable public var end: Int { Int(tail) }
        /// The bytes of a scalar or of what is folded.
        var bytes: Range<Int> { offset..<end }
    }
}

extension [JSONTree.Node] {
    /// The index behind a value and all that is in it.
    @inlinable public func end(of index: Int) -> Int {
        switch self[index].tag {
        case .array, .object: self[index].end + 1
        default: index + 1
        }
    }
}

extension JSONTree {
    /// The bytes of a value, its quotes or brackets among them.
    func bytes(of index: Int) -> Range<Int> {
        let node = nodes[index]
        return switch node.tag {
        case .array, .object: node.offset..<nodes[node.end].end
        default: node.bytes
        }
    }
}
