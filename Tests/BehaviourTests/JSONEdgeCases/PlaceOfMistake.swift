// SPDX-License-Identifier: Apache-2.0

import Behaviour
import Diagnostics

/// Line and column of the first mistake in a text; nil where it is JSON.
func placeOfMistake(in bytes: [UInt8]) -> String? {
    do throws(Diagnostics) {
        _ = try JSONNode.read(SourceText(name: "a.json", bytes: bytes))
        return nil
    } catch {
        let start = error.all.first?.range?.start
        return start.map { "\($0.line):\($0.column)" } ?? "nowhere"
    }
}

/// The same for a text.
func placeOfMistake(in text: String) -> String? { placeOfMistake(in: Array(text.utf8)) }
