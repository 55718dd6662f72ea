// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import Synchronization

/// The SHA-256 of the files that libraries may be loaded from, and the files that were found to have it.
package final class Fingerprints: Sendable {
    /// The hashes in hexadecimal digits, of which the file must have one; by the names of libraries.
    private let hashes: [String: [String]]
    private let hash: @Sendable ([UInt8]) -> String
    private let accepted = Mutex<[String: LibraryFile]>([:])

    /// - Parameters:
    ///   - hashes: in 64 lowercase hexadecimal digits, by the names of libraries. Any file serves for other libraries.
    ///   - hash: the SHA-256 of some bytes.
    package init(_ hashes: [String: [String]], by hash: @escaping @Sendable ([UInt8]) -> String) {
        (self.hashes, self.hash) = (hashes, hash)
    }

    /// The file that a library was loaded from; nil if there is none, or its hash does not matter.
    ///
    /// A behaviour goes on with the files that it began with, whatever stands in their places by now.
    func accepted(_ name: String) -> LibraryFile? { accepted.withLock { $0[name] } }

    /// Compares the hash of a file with those that its library may have; from then on it is the ``accepted(_:)`` one.
    ///
    /// - Returns: the reason why it may not be loaded; nil if it may.
    func refusal(of file: LibraryFile, as name: String) -> Diagnostic? {
        guard let wanted = hashes[name] else { return nil }
        let found = hash(file.bytes)
        guard wanted.contains(found) else {
            return refusal(name, "\(file.path) has the SHA-256 \(found), expected \(wanted.joined(separator: " or "))")
        }
        accepted.withLock { $0[name] = file }
        return nil
    }

    /// The reason why a library may not be loaded whose bytes nobody has seen; nil if it may.
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
