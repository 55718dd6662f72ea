// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics

extension JSONNode {
    /// The place of a part; if there is no such part, of the nearest enclosing value.
    ///
    /// - Parameter isName: the place of the name, where the part is a member.
    /// - Complexity: O(length of the value's text).
    package func range(at path: PartPath, ofName isName: Bool = false) -> SourceRange {
        var node = self
        var name: SourceRange?
        for step in path.steps {
            switch (node.content, step) {
            case (.object(let members), .member(let wanted)):
                guard let member = members.first(where: { $0.name == wanted }) else { return node.range }
                (node, name) = (member.value, member.nameRange)
            case (.array(let elements), .element(let index)):
                guard let element = Array(elements.prefix(index + 1)).dropFirst(index).first else { return node.range }
                (node, name) = (element, nil)
            default: return node.range
            }
        }
        return isName ? name ?? node.range : node.range
    }
}
