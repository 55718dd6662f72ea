// SPDX-License-Identifier: Apache-2.0

/// The facts of a library file, beyond its functions, that decide what it does to a process that loads it.
///
/// The compiler and the linker have noted them; nothing of the library is run to learn them.
///
/// ## Topics
/// - ``Runtime``
/// - ``hazards``
package struct LibraryFacts: Sendable {
    /// A runtime of another language inside of the library.
    package enum Runtime: String, Sendable, CaseIterable {
        /// One per process, with threads and signal handlers of its own.
        case go = "Go"
        /// Crashes the process if it is unmapped.
        case swift = "Swift"

        /// The sections by which it is known.
        fileprivate var sections: [String] {
            switch self {
            case .go: [".go.buildinfo", ".note.go.buildid"]
            case .swift: ["swift5_protocols", "swift5_types", "swift5_type_metadata", "swift5_reflstr"]
            }
        }
    }

    /// Its own name, `DT_SONAME`; nil without one.
    package let soname: String?
    /// The build ID of the linker, in hexadecimal digits; nil without one.
    package let buildID: String?
    /// The compilers that have made its parts, as they call themselves.
    package let compilers: [String]
    /// The folders in which it looks for its dependencies, as they are written: `DT_RPATH` and `DT_RUNPATH`.
    package let searchFolders: [String]
    /// The functions that it exports, without those of C++ and Swift that compilers export by themselves, in
    /// alphabetical order.
    package let functions: [String]
    /// The names that it takes from other libraries and cannot do without, in alphabetical order.
    package let imports: [String]
    /// The names of which the process keeps one for all libraries (`STB_GNU_UNIQUE`), in alphabetical order.
    package let uniqueNames: [String]
    /// Loading it makes the stacks of all threads executable.
    package let hasExecutableStack: Bool
    /// Some of its memory can be both written and executed.
    package let hasWritableCode: Bool
    /// Loading it writes into its code (`DT_TEXTREL`).
    package let hasTextRelocations: Bool
    /// Its thread-local variables take from the space that the process has reserved (`DF_STATIC_TLS`).
    package let usesStaticTLS: Bool
    /// It has destructors, which run when the process ends.
    package let hasDestructors: Bool
    /// It can have functions run when the process ends: it imports one that registers them.
    package let registersExitHandlers: Bool
    /// The runtimes inside.
    package let runtimes: [Runtime]
    /// The sanitizers that it was built with, such as `address`.
    package let sanitizers: [String]
}

extension LibraryFacts {
    init(_ file: ElfFile) {
        let symbols = file.dynamicSymbols()
        let (flags, hasTextTag) = (file.dynamicNumber(.flags) ?? 0, file.dynamicNumber(.textRelocations) != nil)
        let segments = file.segments()
        let imports = Set(symbols.filter { $0.isImported && !$0.isWeak }.map(\.name))
        soname = file.soname
        buildID = file.buildID
        compilers = file.compilers
        searchFolders = [.libraryPath, .runPath].flatMap { file.dynamicTexts($0) }
            .flatMap { $0.split(separator: ":", omittingEmptySubsequences: false).map { String($0) } }
        functions = Set(symbols.filter { $0.isExportedFunction && !$0.isOfCompiler }.map(\.name)).sorted()
        self.imports = imports.sorted()
        uniqueNames = symbols.filter { $0.isUnique && !$0.isImported }.map(\.name).sorted()
        // A library without the note was linked as in the time before it: with an executable stack.
        hasExecutableStack = segments.first { $0.kind == Segment.stack }.map(\.isExecutable) ?? true
        hasWritableCode = segments.contains { $0.kind == Segment.loaded && $0.isWritable && $0.isExecutable }
        hasTextRelocations = hasTextTag || flags & 4 != 0
        // Variables of libc, such as errno, are in that space anyhow.
        let hasThreadVariables =
            segments.contains { $0.kind == Segment.threadLocal }
            || symbols.contains { $0.isImported && $0.isThreadLocal && $0.name != "errno" }
        usesStaticTLS = flags & 16 != 0 && hasThreadVariables
        // One is that of the compiler's own start files.
        hasDestructors = (file.dynamicNumber(.destructorsSize) ?? 0) > 8
        registersExitHandlers = !imports.isDisjoint(with: ["__cxa_atexit", "atexit", "on_exit", "at_quick_exit"])
        runtimes = Runtime.allCases.filter { runtime in runtime.sections.contains { file.section(named: $0) != nil } }
        sanitizers = Self.sanitizers.filter { imports.contains($0.symbol) }.map(\.name)
    }

    private static let sanitizers: [(symbol: String, name: String)] = [
        ("__asan_init", "address"), ("__tsan_init", "thread"), ("__msan_init", "memory"),
    ]
}

extension LibraryFacts {
    // MARK: Hazards

    /// The facts that will bite those who load the library, each in a sentence.
    package var hazards: [String] {
        let found: [(Bool, String)] = [
            (hasExecutableStack, "its stack is executable: loading it makes all stacks of the process executable"),
            (hasWritableCode, "a part of it can be written and executed"),
            (hasTextRelocations, "it has text relocations: loading it writes into its code"),
            (usesStaticTLS, "it uses static TLS, of which a process has little: after some modules loading fails"),
            (
                !uniqueNames.isEmpty,
                "it has unique symbols, which the whole process shares: \(uniqueNames.joined(separator: ", "))"
            ),
            (hasDestructors, "it has destructors, which run when the process ends"),
            (registersExitHandlers, "it can register functions that run when the process ends"),
            (
                runtimes.contains(.go),
                "a Go runtime is inside: a process can have one, with threads and signal handlers"
            ),
            (runtimes.contains(.swift), "a Swift runtime is inside: it must be that of the other Swift modules"),
            (
                !sanitizers.isEmpty,
                "it was built with the \(sanitizers.joined(separator: " and the ")) sanitizer, which the process must have"
            ),
        ]
        return found.filter(\.0).map(\.1)
    }
}

/// A part of a library that is mapped, or a note about that.
private struct Segment {
    static let loaded: UInt32 = 1
    static let threadLocal: UInt32 = 7
    static let stack: UInt32 = 0x6474_E551

    let kind: UInt32
    let flags: UInt32

    var isExecutable: Bool { flags & 1 != 0 }
    var isWritable: Bool { flags & 2 != 0 }
}

/// An entry of the dynamic symbol table.
private struct DynamicSymbol {
    let name: String
    let info: UInt8
    let visibility: UInt8
    let section: UInt16

    var isImported: Bool { section == 0 }
    var isLocal: Bool { info >> 4 == 0 }
    var isWeak: Bool { info >> 4 == 2 }
    var isUnique: Bool { info >> 4 == 10 }
    var isThreadLocal: Bool { info & 15 == 6 }
    var isExportedFunction: Bool {
        !isImported && info >> 4 != 0 && (visibility & 3 == 0 || visibility & 3 == 3) && [2, 10].contains(info & 15)
    }
    /// True for what compilers export by themselves: instances of templates, and what Swift declares.
    var isOfCompiler: Bool {
        ["_init", "_fini"].contains(name) || name.hasPrefix("$s") || name.hasPrefix("_Z") && (isWeak || isUnique)
            || name.hasPrefix("__swift")
    }
}

extension ElfFile {
    /// The names that it defines for others, those of older versions among them: a library that was linked long ago
    /// uses them.
    var definedNames: some Sequence<String> {
        dynamicSymbols().lazy.filter { !$0.isImported && !$0.isLocal }.map(\.name)
    }

    /// The segments; the table was checked when the file was read.
    fileprivate func segments() -> [Segment] {
        guard let table = reader.offset(at: 32), let count = reader.integer(UInt16.self, at: 56) else { return [] }
        return (0..<Int(count)).compactMap { index in
            guard let kind = reader.integer(UInt32.self, at: table + index * 56),
                let flags = reader.integer(UInt32.self, at: table + index * 56 + 4)
            else { return nil }
            return Segment(kind: kind, flags: flags)
        }
    }

    fileprivate func dynamicSymbols() -> [DynamicSymbol] {
        guard let table = sections.first(where: { $0.type == 11 }), table.link < sections.count else { return [] }
        let names = sections[table.link]
        return (1..<max(1, table.size / 24)).compactMap { index in
            let entry = table.offset + index * 24
            guard let place = reader.integer(UInt32.self, at: entry),
                let name = reader.text(at: names.offset + Int(place), before: names.offset + names.size),
                let info = reader.integer(UInt8.self, at: entry + 4),
                let visibility = reader.integer(UInt8.self, at: entry + 5),
                let section = reader.integer(UInt16.self, at: entry + 6)
            else { return nil }
            return DynamicSymbol(name: name, info: info, visibility: visibility, section: section)
        }
    }

    /// The number of an entry of the dynamic table; nil without one.
    fileprivate func dynamicNumber(_ tag: DynamicTag) -> UInt64? {
        guard let table = sections.first(where: { $0.type == 6 }) else { return nil }
        return stride(from: table.offset, to: table.offset + table.size - 15, by: 16)
            .first { reader.integer(UInt64.self, at: $0) == tag.rawValue }
            .flatMap { reader.integer(UInt64.self, at: $0 + 8) }
    }

    /// The texts of `.comment`, in which compilers name themselves.
    fileprivate var compilers: [String] {
        guard let section = section(named: ".comment"), let bytes = reader.span(at: section.offset, count: section.size)
        else { return [] }
        let texts = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        return texts.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
