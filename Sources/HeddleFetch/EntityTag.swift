// SPDX-License-Identifier: Apache-2.0

/// A server's name for a version of a file (RFC 9110, 8.8.3), which may be sent back to it.
struct EntityTag {
    let text: String

    private static let longest = 1_000

    /// Takes a tag in quotes, with or without `W/`; nil for anything else, which a header might not carry as it is.
    init?(_ text: String) {
        let name = text.hasPrefix("W/") ? text.dropFirst(2) : text[...]
        guard name.utf8.count >= 2, text.utf8.count <= Self.longest, name.hasPrefix("\""), name.hasSuffix("\"") else {
            return nil
        }
        let isPlain = name.dropFirst().dropLast().utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 }
        guard isPlain else { return nil }
        self.text = text
    }

    /// Returns whether both name the same version, perhaps packed differently: a server that packs an answer makes its
    /// tag a weak one.
    func matches(_ other: EntityTag) -> Bool { opaque == other.opaque }

    private var opaque: Substring { text.hasPrefix("W/") ? text.dropFirst(2) : text[...] }
}
