// SPDX-License-Identifier: Apache-2.0

internal import Foundation

/// A validator of JSON Schemas that others wrote: Debian's `python3-jsonschema`.
package enum SchemaValidator {
    /// Its objections to a document.
    package struct Objection: Sendable, CustomStringConvertible {
        /// Where, as a JSON Pointer.
        package let path: String
        /// What, all that is said of the place.
        package let message: String

        /// Both.
        package var description: String { "\(path): \(message)" }
    }

    /// Its objections to documents, in order; nil for a valid one. One process checks them all.
    ///
    /// - Throws: also where the schema itself is none of draft-07.
    package static func objections(to documents: [String], by schema: String) throws -> [Objection?] {
        let parsed = try JSONSerialization.jsonObject(with: Data(schema.utf8))
        let job = try JSONSerialization.data(withJSONObject: ["schema": parsed, "documents": documents])
        // The package of Debian is for Debian's own Python.
        let ended = try Program("/usr/bin/python3").run(
            ["\(Sources.root)/Tests/Workbench/validate.py"], input: String(decoding: job, as: UTF8.self))
        guard ended.status == 0,
            let verdicts = try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [Any]
        else { throw Refused(reason: ended.errors) }
        return verdicts.map { verdict in
            (verdict as? [String]).map { Objection(path: $0[0], message: $0[1]) }
        }
    }

    /// The validator did not do its work.
    package struct Refused: Error, CustomStringConvertible {
        let reason: String
        /// Its output.
        package var description: String { reason }
    }
}
