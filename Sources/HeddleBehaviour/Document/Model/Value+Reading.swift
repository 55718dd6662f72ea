// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
package import HeddleDiagnostics
internal import HeddleJSON
internal import HeddleSchema

extension Value {
    /// Reads a value by itself, as it stands in a step's `with`: `{"bytes": …}` and `{"hex": …}` are bytes.
    ///
    /// - Throws: Everything that is wrong by form; a reference is, as there is nothing that it could refer to.
    package static func read(_ source: SourceText) throws(Diagnostics) -> Value {
        let (root, duplicates) = try JSONNode.parse(source)
        let reading = BehaviourReader(duplicates: duplicates)
        let value = reading.literal(Field(key: source.name, owner: "a value", node: root))
        let issues = reading.finish()
        guard let value, issues.isEmpty else { throw Diagnostics(issues) }
        return value.value
    }
}
