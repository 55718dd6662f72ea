// SPDX-License-Identifier: Apache-2.0

/// Reads the elements of some arrays of a text as each of them ends, so that their nodes need not be kept.
package protocol JSONElementReader: AnyObject {
    /// Returns the role of an array or object that begins.
    ///
    /// - Parameters:
    ///   - name: the bytes between the quotes of its name, if it is a member of an object.
    ///   - parent: the role of what it stands in, which is not plain; plain for the whole text.
    func role(of tag: JSONTree.Tag, named name: ArraySlice<UInt8>?, in parent: JSONRole) -> JSONRole

    /// Takes an object that is an element of an array which hands its elements over.
    ///
    /// - Parameters:
    ///   - nodes: the object, all that is in it, and no more behind it.
    ///   - first: the index of the object's own node.
    ///   - bytes: the text.
    func take(_ nodes: [JSONTree.Node], from first: Int, in bytes: [UInt8])
}

/// The role of an array or object for a ``JSONElementReader``.
package struct JSONRole: Hashable {
    /// Tells roles of one reader from each other.
    package let number: UInt8
    /// True if all that is in it has nodes, however deep.
    package let keepsNodes: Bool
    /// True if its elements are handed over.
    package let handsOver: Bool

    /// Parts that the reader ignores.
    package static let plain = JSONRole(number: 0)

    /// Creates a role.
    package init(number: UInt8, keepsNodes: Bool = false, handsOver: Bool = false) {
        self.number = number
        self.keepsNodes = keepsNodes
        self.handsOver = handsOver
    }
}
