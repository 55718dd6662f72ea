// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
package import HeddleDiagnostics
internal import HeddleSystem

/// A library file that passed the gate: a whole ELF library for this machine with a readable description.
///
/// Its bytes are held from here on: what is loaded is exactly what was checked, whatever happens to the file.
package struct LibraryFile: Sendable {
    /// The path as it was given.
    package let path: String
    /// Its description; nil if it was built without the header.
    package let description: Description?
    let elf: ElfFile

    /// Reads and checks a file; nothing of it is run.
    ///
    /// - Throws: why it is refused, naming the file.
    package init(path: String) throws(Diagnostics) {
        let bytes: [UInt8]
        do {
            bytes = try FileContents.read(path)
        } catch {
            throw Diagnostics([error])
        }
        try self.init(bytes, named: path)
    }

    /// Checks the bytes of a file.
    ///
    /// - Parameter path: the file's.
    /// - Throws: why it is refused, naming the file.
    package init(_ bytes: [UInt8], named path: String) throws(Diagnostics) {
        do {
            elf = try Self.checked(bytes, path)
        } catch {
            throw Diagnostics([error])
        }
        self.path = path
        description = try DescriptionReader.read(elf, named: path)
    }

    /// Reads and checks a file or, if there is none of this name, the library of the system with this soname: the first
    /// one of ``LibraryPath`` that this machine can load.
    ///
    /// - Throws: why it is refused, naming the file.
    package init(named name: String) throws(Diagnostics) {
        let candidates = name.contains("/") || leadsSomewhere(name) ? [name] : LibraryPath.files(of: name)
        var refusal: Diagnostics?
        for path in candidates {
            do {
                try self.init(path: path)
                return
            } catch {
                refusal = refusal ?? error
            }
        }
        if let refusal { throw refusal }
        throw Diagnostics([
            Diagnostic(
                .error, .module, code: .module(.unreadable),
                "the module \(name) cannot be loaded: there is no such file, and no library of the system has this soname",
                suggestion: LinkerCache.current.didYouMean(name))
        ])
    }

    /// The warning that it was built with a contract not fully known to this version of Heddle; nil where it was not.
    package var contractWarning: Diagnostic? { description?.contractWarning(path) }

    /// The functions that it exports, in alphabetical order.
    package var functions: [String] {
        elf.symbols().compactMap { $0.value == .function ? $0.key : nil }.sorted()
    }

    /// The data that it exports, with the sizes in bytes; 0 where the library does not say it.
    package var variables: [String: Int] {
        elf.symbols().compactMapValues { if case .data(let size) = $0 { size } else { nil } }
    }

    /// The libraries that it needs, as `DT_NEEDED` names them.
    package var neededLibraries: [String] { elf.dynamicTexts(.needed) }

    /// The facts of the file that decide what it does to a process that loads it.
    ///
    /// - Complexity: O(symbols).
    package var facts: LibraryFacts { LibraryFacts(elf) }

    /// Its own name, `DT_SONAME`, where it has one.
    package var soname: String? { elf.soname }

    /// The build ID of the linker, in hexadecimal digits; nil without one.
    package var buildID: String? { elf.buildID }

    /// Its bytes, which are those that are loaded.
    package var bytes: [UInt8] { elf.reader.bytes }

    /// The size of the file in bytes.
    package var size: Int { elf.reader.bytes.count }

    static func checked(_ bytes: [UInt8], _ path: String) throws(Diagnostic) -> ElfFile {
        do {
            return try ElfFile(bytes)
        } catch {
            throw error.diagnostic(for: path)
        }
    }
}

extension ElfFault {
    /// The fault in words.
    func diagnostic(for path: String) -> Diagnostic {
        let (reason, mend) = words
        return Diagnostic(
            .error, .module, code: .module(.notLoadable), "the module \(path) cannot be loaded: \(reason)",
            suggestion: mend)
    }

    private var words: (reason: String, mend: String?) {
        switch self {
        case .empty: ("the file is empty", nil)
        case .notElf(let found): ("it is not an ELF library; it begins with \(found)", nil)
        case .wrongClass: ("it is not a 64-bit little-endian library", "build it for this machine")
        case .wrongMachine(let machine):
            ("it was built for another machine (ELF machine \(machine))", "build it for this machine")
        case .notALibrary(let type):
            (
                "it is \(Self.typeNames[type] ?? "an ELF file of type \(type)"), not a shared library",
                "link it with -shared"
            )
        case .truncated(let what):
            ("the file is cut short: \(what) reaches past its end", "copy or build it again")
        }
    }

    private static let typeNames: [UInt16: String] = [1: "an object file", 2: "an executable", 4: "a core dump"]
}

extension LibraryFile {
    /// The facts of the file and of its description that will bite those who load it and call it, each in a sentence.
    package var hazards: [String] {
        guard let description else { return facts.hazards }
        var hazards = facts.hazards
        hazards += description.uncallable
        let ownerless = description.actions.filter(\.signature.returnsOwnerlessText).map(\.name)
        if !ownerless.isEmpty {
            let names = ownerless.joined(separator: ", ")
            hazards.append("texts that it returns belong to nobody: \(names); _Free_ says who releases them")
        }
        if let unsized = description.unsized { hazards.append("\(unsized); HEDDLE_SIZED_TYPE notes its size") }
        return hazards
    }
}
