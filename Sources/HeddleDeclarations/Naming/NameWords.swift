// SPDX-License-Identifier: Apache-2.0

/// The words that a name of C is put together from, in lower case: `json_free`, `jsonFree`.
package struct NameWords {
    package private(set) var all: [String] = []

    package init(_ name: String) {
        for part in name.split(separator: "_") {
            var word = ""
            for character in part {
                if character.isUppercase, let last = word.last, !last.isUppercase {
                    all.append(word.lowercased())
                    word = ""
                }
                word.append(character)
            }
            all.append(word.lowercased())
        }
    }
}
