// SPDX-License-Identifier: Apache-2.0

import HeddleDiagnostics

extension SourceRange {
    /// The place of the name in a text that declares one function, which is known to be right; nil for the declaration of
    /// a type, and where more than the parameters stands behind the name.
    var functionName: Range<Int>? {
        let bytes = source.bytes[self.bytes]
        guard !bytes.starts(with: Array("typedef".utf8)), bytes.last == UInt8(ascii: ")") else { return nil }
        var (place, depth) = (bytes.endIndex, 0)
        repeat {
            place -= 1
            if bytes[place] == UInt8(ascii: ")") { depth += 1 }
            if bytes[place] == UInt8(ascii: "(") { depth -= 1 }
        } while depth > 0 && place > bytes.startIndex
        let name = bytes[..<place].reversed().prefix { $0.isWordCharacter }.count
        let isAnnotation = WordMeaning(String(decoding: bytes[(place - name)..<place], as: UTF8.self)) != nil
        return depth == 0 && name > 0 && !isAnnotation ? (place - name)..<place : nil
    }
}
