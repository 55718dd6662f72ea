// SPDX-License-Identifier: Apache-2.0

import HeddleJSON
import HeddleDiagnostics
import Readers
import Testing

/// Line and column of the first mistake in a text; nil where it is JSON. All that is promised of reading it holds, too.
func placeOfMistake(in bytes: [UInt8]) -> String? {
    if bytes.count < 1 << 20 { #expect(FuzzedReader.json.brokenPromises(reading: bytes) == []) }
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
