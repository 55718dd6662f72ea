// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
internal import Glibc

/// The program that a host belongs to, as its modules see it: the service `heddle.identity` of the contract.
///
/// ```swift
/// let host = ModuleHost(identity: HostIdentity("Studio", version: "2.1", vendor: "Example Ltd"))
/// ```
public struct HostIdentity: Hashable, Sendable {
    /// The name of the program.
    public let name: String
    /// Its version; empty where it says none.
    public let version: String
    /// Its maker; empty where it says none.
    public let vendor: String
    /// The address of a page about it; empty where it says none.
    public let url: String

    /// The version of Heddle.
    package static let heddleVersion = "0.1.0"

    /// Creates an identity.
    public init(_ name: String, version: String = "", vendor: String = "", url: String = "") {
        self.name = name
        self.version = version
        self.vendor = vendor
        self.url = url
    }

    /// The program that runs, by the name of its file and without anything else.
    public static var program: HostIdentity {
        let path = CommandLine.arguments.first ?? ""
        return HostIdentity(path.split(separator: "/").last.map(String.init) ?? path)
    }

    /// A table of C with these texts, which lives as long as the process.
    func makeTable() -> ServiceTable? {
        guard let name = unsafe strdup(name), let version = unsafe strdup(version),
            let vendor = unsafe strdup(vendor), let url = unsafe strdup(url),
            let heddle = unsafe strdup(Self.heddleVersion)
        else { return nil }
        let table = UnsafeMutablePointer<heddle_identity>.allocate(capacity: 1)
        unsafe table.initialize(
            to: heddle_identity(
                size: MemoryLayout<heddle_identity>.size, name: name, version: version, vendor: vendor, url: url,
                heddle_version: heddle, contract: HEDDLE_CONTRACT, reserved: 0))
        return unsafe ServiceTable(table)
    }
}
