// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics

extension JSONNode {
    /// Reads a JSON text by RFC 8259, strictly: UTF-8 without a byte order mark, at most 64 MiB and 512 levels deep, no
    /// name twice in one object.
    ///
    /// - Throws: The first mistake of syntax, or every name that stands twice.
    /// - Complexity: O(length). Nodes take 8 bytes for each value and name on the first two levels, and for each array
    ///   and object there 8 more. What is deeper is read again, once more in full, whenever it is asked for.
    package static func read(_ source: SourceText) throws(Diagnostics) -> JSONNode {
        let (root, duplicates) = try parse(source)
        guard duplicates.isEmpty else { throw Diagnostics(duplicates) }
        return root
    }

    /// Reads a text in which names may stand twice, with a mistake for each that does.
    ///
    /// - Parameter elements: takes the elements of some arrays, which are folded then.
    package static func parse(
        _ source: SourceText, elements: (any JSONElementReader)? = nil
    ) throws(Diagnostics) -> (root: JSONNode, duplicates: [Diagnostic]) {
        var reader = JSONReader(source.bytes, unfoldedLevels: 2, elements: elements)
        do {
            try reader.readWhole()
        } catch {
            throw Diagnostics([error.diagnostic(in: source)])
        }
        let tree = JSONTree(source: source, nodes: reader.nodes)
        let duplicates = reader.duplicates.map { pair in
            duplicate(SourceRange(source, pair.later.bytes), of: SourceRange(source, pair.first.bytes))
        }
        return (JSONNode(tree: tree, index: 0), duplicates)
    }

    /// Reads one value of a text again that was read before; nil if no value begins at the offset.
    package static func reread(_ source: SourceText, at offset: Int) -> JSONNode? {
        var reader = JSONReader(source.bytes, from: offset)
        reader.nodes.reserveCapacity(32)
        guard (try? reader.readAgain()) != nil else { return nil }
        return JSONNode(tree: JSONTree(source: source, nodes: reader.nodes), index: 0)
    }

    private static func duplicate(_ later: SourceRange, of first: SourceRange) -> Diagnostic {
        Diagnostic(
            code: .json(.duplicateKey), "the name \(later.excerpt) appears twice in one object",
            at: later,
            notes: [Diagnostic.Note("the first one is", at: first)])
    }
}
