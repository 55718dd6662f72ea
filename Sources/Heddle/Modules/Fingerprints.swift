// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics

/// The SHA-256 of the files that libraries may be loaded from.
package struct Fingerprints: Sendable {
    /// The hashes in hexadecimal digits, of which the file must have one; by the names of libraries.
    private let hashes: [String: [String]]
    private let hash: @Sendable ([UInt8]) -> String?

    /// - Parameters:
    ///   - hashes: in 64 lowercase hexadecimal digits, by the names of libraries. Any file serves for other libraries.
    ///   - hash: the SHA-256 of some bytes; nil where it cannot be computed.
    package init(_ hashes: [String: [String]], by hash: @escaping @Sendable ([UInt8]) -> String?) {
        (self.hashes, self.hash) = (hashes, hash)
    }

    func refusal(of bytes: [UInt8], at path: String, as name: String) -> Diagnostic? {
        guard let wanted = hashes[name] else { return nil }
        guard let found = hash(bytes) else { return refusal(name, "\(path): its SHA-256 could not be computed") }
        if wanted.contains(found) { return nil }
        return refusal(name, "\(path) has the SHA-256 \(found), expected \(wanted.joined(separator: " or "))")
    }

    func refusal(ofUnseen name: String) -> Diagnostic? {
        hashes[name].map { _ in refusal(name, "it is no file of the module path, so that it has no SHA-256 to compare")
        }
    }

    private func refusal(_ name: String, _ reason: String) -> Diagnostic {
        Diagnostic(
            .error, .source, code: .source(.wrongModule),
            "the module \(Value.string(name).excerpt()) is not loaded: \(reason)")
    }
}
