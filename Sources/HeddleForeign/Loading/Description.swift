// SPDX-License-Identifier: Apache-2.0

internal import CCallBarrier
package import HeddleDeclarations
internal import HeddleDiagnostics

/// The description in a library's `.heddle` section; read without running any of its code.
///
/// ## Topics
/// - ``actions``
/// - ``hooks``
/// - ``contract``
package struct Description: Sendable {
    /// An action under the name by which it is called.
    package struct Action: Sendable {
        /// The action's name; its symbol unless it was given another.
        package let name: String
        /// Its declaration.
        package internal(set) var signature: Signature
    }

    /// A function of a service that a module cannot do without.
    package struct NeededFunction: Hashable, Sendable {
        /// The service whose table it stands in.
        package let service: String
        /// The name of its field.
        package let name: String
        /// The size in bytes that a table has which reaches past it.
        package let reach: Int
        /// The contract that has brought it, or a later one.
        package let since: Int
    }

    /// A text that declares types.
    package struct Types: Sendable {
        /// The declaration as the module wrote it.
        package let text: String
        /// The names of the types.
        let names: [String]
        /// True if it says nothing of what the types consist of.
        package let isOpaque: Bool
        /// True if the compiler's size is noted, with which Heddle compares its own.
        let isSized: Bool
    }

    /// The module's name.
    package internal(set) var name: String?
    /// The module's version.
    package internal(set) var version: String?
    /// The version of the contract that it was built with.
    package internal(set) var contract = 0
    /// The kinds of those records that this version of Heddle does not know, and passes over.
    package internal(set) var unknownKinds: [Int] = []
    /// The types, each text behind those that it needs.
    package internal(set) var types: [Types] = []
    /// The actions, in the order of the section.
    package internal(set) var actions: [Action] = []
    /// The hooks that get the call.
    package internal(set) var hooks: [Signature] = []
    /// The function that makes an instance, and the one that destroys it.
    package internal(set) var create: Signature?
    /// The function that destroys an instance.
    package internal(set) var destroy: Signature?
    /// The settings of the configuration that an instance is made from; nil where the module declares none, so that
    /// nothing is known of its configuration.
    package internal(set) var settings: Settings?
    /// The host's services that it cannot do without.
    package internal(set) var needs: [String] = []
    /// The host's services that it uses where they are there.
    package internal(set) var wants: [String] = []
    /// The functions of services that it cannot do without.
    package internal(set) var neededFunctions: [NeededFunction] = []
    /// The services that it offers to the program: the symbols of their data by their names.
    package internal(set) var offers: [String: String] = [:]
    /// The words about the module for people, by what they say: `summary`, `vendor`, `license`, `url`.
    package internal(set) var about: [String: String] = [:]
    /// The names that its declarations use.
    package internal(set) var scope = DeclarationScope()
}

extension Description {
    /// The version of the contract that this version of Heddle knows.
    package static let knownContract = Int(HEDDLE_CONTRACT)

    /// The symbols of all functions that it names, and of the one that takes the host's table.
    package var symbols: Set<String> {
        let signatures = actions.map(\.signature) + hooks + [create, destroy].compactMap(\.self)
        return Set(signatures.flatMap { [$0.symbol] + $0.releases } + ["heddle_attach"])
    }

    /// The structures and unions whose values calls pass, and whose size is not noted, by the names of their types.
    private var unsizedTypes: [String] {
        let sized = Set(types.filter(\.isSized).flatMap(\.names))
        let passed = (actions.map(\.signature) + hooks).flatMap { signature in
            [signature.resultCrossing.type] + signature.parameters.map(\.crossing.type)
        }
        var names: Set<String> = []
        for type in passed {
            guard let (name, record) = type.namedRecord, record.members != nil else { continue }
            if sized.isDisjoint(with: [name, record.tag.map { "\(record.kind.rawValue) \($0)" }].compactMap(\.self)) {
                names.insert(name)
            }
        }
        return names.sorted()
    }

    /// A sentence about each action that no call can use, with the reason.
    package var uncallable: [String] {
        actions.compactMap { action in
            action.signature.obstacle.map { "no call can use \(action.name): \($0.message)" }
        }
    }

    /// A sentence about the structures and unions whose layout is not compared; nil where there are none.
    package var unsized: String? {
        let names = unsizedTypes
        return names.isEmpty
            ? nil : "the layout of \(names.joined(separator: ", ")) is not compared with that of the compiler"
    }

    /// The services that it offers, without those of Heddle, which are about the module itself.
    package var offersToModules: [String] { offers.keys.filter { !$0.hasPrefix("heddle.") }.sorted() }

    /// The needs that Heddle does not meet by itself, in words: `the service "a.b"`.
    ///
    /// - Parameter isOffered: whether the program offers a service of a name.
    package func unmetNeeds(where isOffered: (String) -> Bool = { _ in false }) -> [String] {
        needs.filter { HostTable.sizes[$0] == nil && !isOffered($0) }
            .map { "the service \"\($0)\"\(since(ofService: $0))" }
            + neededFunctions.filter(lacks).map {
                "the function \"\($0.name)\" of the service \"\($0.service)\" (since contract \($0.since))"
            }
    }

    /// The contracts that may have brought a service of Heddle that this version does not know, in words; nothing for a
    /// service of a program.
    private func since(ofService name: String) -> String {
        let next = Self.knownContract + 1
        if !name.hasPrefix("heddle.") || contract < next { return "" }
        return contract == next ? " (since contract \(next))" : " (since contract \(next) to \(contract))"
    }

    /// Returns whether the table of a service ends before a function. By its place: modules built with a later contract
    /// name functions that nobody here has heard of.
    func lacks(_ function: NeededFunction) -> Bool { function.reach > HostTable.sizes[function.service] ?? 0 }

    /// Nil for a module that uses nothing which this version of Heddle does not know.
    func contractWarning(_ path: String) -> Diagnostic? {
        let (message, mend): (String, String)
        if contract == 0 {
            message = "names contract 0 in its description, the first contract is 1"
            mend = "write the HEDDLE_CONTRACT of <heddle/module.h> into its records"
        } else if unknownKinds.isEmpty {
            return nil
        } else {
            let kinds = Set(unknownKinds).sorted().map(String.init).joined(separator: ", ")
            message =
                "was built with contract \(contract), this is contract \(Self.knownContract): "
                + "\(counted(unknownKinds.count, "record")) of its description of an unknown kind (\(kinds)) "
                + "\(unknownKinds.count == 1 ? "is" : "are") passed over"
            mend =
                contract > Self.knownContract
                ? "use a newer Heddle, with contract \(contract)"
                : "write records by the macros of <heddle/module.h>: contract \(contract) has none of this kind"
        }
        return Diagnostic(
            .warning, .module, code: .module(.contract), "the module \(path) \(message)", suggestion: mend)
    }
}

/// One record of the section.
struct DescriptionRecord {
    let kind: UInt16
    let contract: UInt16
    /// By kind: the size of a type, or where a field lies; otherwise 0.
    let value: Int
    /// The place of the text in the file, its NUL left out.
    let text: Range<Int>

    /// The place of all of it.
    var bytes: Range<Int> { text.lowerBound - 16..<text.upperBound }
}

extension ElfFile {
    /// The records of the `.heddle` section; nil when there is no such section.
    ///
    /// - Parameter path: the file's, for the message of what is thrown.
    /// - Throws: that the description is not what the module was built with.
    func records(named path: String) throws(Diagnostic) -> [DescriptionRecord]? {
        let copySection = self.section(named: ".heddle.copy")
        guard let section = self.section(named: ".heddle") else {
            if copySection == nil, !hasRecords() { return nil }
            throw Self.broken(path, "it has a description, to which its table of sections does not lead")
        }
        let records = try records(of: section, named: path)
        if records.isEmpty { throw Self.broken(path, "its .heddle section holds no record") }
        guard let copySection else {
            // Headers of older versions write no copies.
            if !hasRecords(outside: section.offset..<section.offset + section.size) { return records }
            throw Self.broken(path, "it has copies of its records, to which its table of sections does not lead")
        }
        // A section that reached into the copies would hold the same records in another order.
        let (range, copies) = (section.offset..<section.offset + section.size, copySection.offset)
        if range.overlaps(copies..<copies + copySection.size) {
            throw Self.broken(path, "its .heddle section and the copies of its records overlap")
        }
        let found = Set(records.map { reader.bytes[$0.bytes] })
        for copy in try self.records(of: copySection, named: path) where !found.contains(reader.bytes[copy.bytes]) {
            throw Self.broken(path, "a record of its .heddle section is not what it was built with")
        }
        return records
    }

    private func records(of section: Section, named path: String) throws(Diagnostic) -> [DescriptionRecord] {
        var records: [DescriptionRecord] = []
        var offset = section.offset
        let end = section.offset + section.size
        while offset + 16 <= end {
            // The address sanitizer puts zeros between records.
            if reader.integer(UInt64.self, at: offset) == 0 {
                offset += 8
                continue
            }
            guard let record = record(at: offset, before: end) else {
                throw Self.broken(path, "its \(section.name) section holds a broken record")
            }
            records.append(record)
            offset = (record.text.upperBound + 1 + 7) & ~7
        }
        return records
    }

    /// True if the file has records outside of a part. Those of another file in it, such as a module that a library
    /// carries as data, are not its own.
    ///
    /// - Complexity: O(size of the file).
    private func hasRecords(outside part: Range<Int> = 0..<0) -> Bool {
        let places = stride(from: 64, to: max(64, reader.bytes.count - 16), by: 8)
        let first = unsafe reader.bytes.withUnsafeBytes { bytes in
            // One comparison for most words: every library without a description is looked through.
            places.first { place in
                unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self) == Self.recordMagic
                    && !part.contains(place) && record(at: place, before: bytes.count) != nil
            }
        }
        guard let first else { return false }
        return reader.bytes[64..<first].firstRange(of: reader.bytes.prefix(4)) == nil
    }

    /// `HEDDLE_MAGIC`, with which each record begins.
    private static let recordMagic: UInt32 = 0x4C44_4548

    private func record(at offset: Int, before end: Int) -> DescriptionRecord? {
        guard reader.integer(UInt32.self, at: offset) == Self.recordMagic,
            let kind = reader.integer(UInt16.self, at: offset + 4),
            let contract = reader.integer(UInt16.self, at: offset + 6),
            let size = reader.integer(UInt32.self, at: offset + 8), size > 0, offset + 16 + Int(size) <= end,
            let value = reader.integer(UInt32.self, at: offset + 12),
            reader.bytes[(offset + 16)...].prefix(Int(size)).firstIndex(of: 0) == offset + 16 + Int(size) - 1
        else { return nil }
        return DescriptionRecord(
            kind: kind, contract: contract, value: Int(value), text: offset + 16..<offset + 16 + Int(size) - 1)
    }

    private static func broken(_ path: String, _ reason: String) -> Diagnostic {
        Diagnostic(
            .error, .module, code: .module(.description), "the module \(path) cannot be loaded: \(reason)",
            suggestion: "copy it again, or build it again with the header <heddle/module.h>")
    }
}

extension CType {
    /// The structure or union that values of the type are, or that an array has, and the name of the type.
    fileprivate var namedRecord: (name: String, record: RecordType)? {
        switch self {
        case .named(let name, let type):
            if case .record(let record) = type.canonical { return (name, record) }
            return type.namedRecord
        case .record(let record): return record.tag.map { ("\(record.kind.rawValue) \($0)", record) }
        case .array(let element, _): return element.namedRecord
        default: return nil
        }
    }
}
