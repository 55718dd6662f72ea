// SPDX-License-Identifier: Apache-2.0

/// A module that a behaviour may use.
struct AllowedModule: Hashable, Sendable {
    /// Its bare name on the module path.
    let library: String
    /// The SHA-256 in lowercase hexadecimal digits, of which its file must have one; empty for any file.
    var hashes: [String]
}
