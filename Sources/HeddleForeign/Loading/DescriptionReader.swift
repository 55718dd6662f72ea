// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations
internal import HeddleDiagnostics

/// Turns the records of a section into a description.
struct DescriptionReader {
    let source: SourceText
    var description = Description()
    var mistakes: [Diagnostic] = []
    /// The words about functions, by symbol, until all functions are known.
    var help: [String: FunctionHelp] = [:]

    /// Reads a description; nil when the library has none.
    ///
    /// - Throws: one diagnostic for a broken section, or all mistakes of the declarations.
    static func read(_ file: ElfFile, named path: String) throws(Diagnostics) -> Description? {
        let records: [DescriptionRecord]?
        do { records = try file.records(named: path) } catch { throw Diagnostics([error]) }
        guard let records = records.map({ unique($0, in: file.reader.bytes) }) else { return nil }
        var reader = DescriptionReader(source: SourceText(name: "\(path)(.heddle)", bytes: file.reader.bytes))
        reader.readTypes(records.filter { $0.kind == Kind.type })
        for record in records where record.kind != Kind.type { reader.read(record) }
        reader.checkTexts(records)
        for record in records where record.kind == Kind.type && record.value != 0 { reader.checkSize(record) }
        for record in records where record.kind == Kind.alignment { reader.checkAlignment(record) }
        reader.readSettings(records.filter { $0.kind == Kind.setting })
        reader.checkRepeated(records)
        reader.checkRepeatedActions()
        reader.checkExports(file.symbols())
        reader.assignHelp()
        guard reader.mistakes.isEmpty else { throw Diagnostics(reader.mistakes.map { fault(of: path, $0) }) }
        return reader.description
    }

    private init(source: SourceText) {
        self.source = source
    }

    /// A record that stands twice, as when two source files include it, counts once.
    private static func unique(_ records: [DescriptionRecord], in bytes: [UInt8]) -> [DescriptionRecord] {
        var seen: Set<ArraySlice<UInt8>> = []
        return records.filter { seen.insert(bytes[$0.bytes]).inserted }
    }

    /// Types may use each other, and the linker keeps no order: they are read until no further one can be.
    private mutating func readTypes(_ records: [DescriptionRecord]) {
        var pending = records
        while !pending.isEmpty {
            var failed: [(record: DescriptionRecord, mistakes: Diagnostics)] = []
            for record in pending {
                // A scope keeps what was right in a text that fails, which would then be declared twice.
                var scope = description.scope
                do {
                    let declarations = try scope.read(range(record.text))
                    description.types.append(
                        Description.Types(
                            text: String(range(record.text).text), names: declarations.compactMap(Self.typeName),
                            isOpaque: !declarations.contains(where: Self.hasLayout),
                            isSized: record.value != 0))
                } catch {
                    failed.append((record, error))
                    continue
                }
                description.scope = scope
            }
            guard failed.count < pending.count else {
                let inOrder = failed.sorted { $0.record.text.lowerBound < $1.record.text.lowerBound }
                mistakes += inOrder.flatMap(\.mistakes.all)
                return
            }
            // Of types that stand in the order opposite to their use each pass would read one.
            pending = failed.reversed().map(\.record)
        }
    }

    private static func hasLayout(_ declaration: Declaration) -> Bool {
        if case .type(_, let type) = declaration { type.layout != nil } else { false }
    }

    private static func typeName(_ declaration: Declaration) -> String? {
        if case .type(let name, _) = declaration { name } else { nil }
    }

    private mutating func read(_ record: DescriptionRecord) {
        description.contract = max(description.contract, Int(record.contract))
        switch record.kind {
        case Kind.module: readModule(record)
        case Kind.action: readAction(record.text)
        case Kind.hook: function(record.text).map { description.hooks.append($0) }
        case Kind.create: description.create = function(record.text)
        case Kind.destroy: description.destroy = function(record.text)
        case Kind.field: checkField(record)
        case Kind.alignment: break
        case Kind.needs: if let service = service(record) { description.needs.append(service) }
        case Kind.wants: if let service = service(record) { description.wants.append(service) }
        case Kind.reach: readReach(record)
        case Kind.about: readAbout(record)
        case Kind.help: readHelp(record)
        case Kind.offers: readOffer(record)
        case Kind.setting: break
        default: description.unknownKinds.append(Int(record.kind))
        }
    }

    /// Reads `name LF version`.
    private mutating func readModule(_ record: DescriptionRecord) {
        let parts = range(record.text).text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        if parts[0].isEmpty {
            return noteBroken("the module has no name: write HEDDLE_MODULE(\"name\", \"version\")")
        }
        description.name = String(parts[0])
        description.version = parts.count > 1 ? String(parts[1]) : nil
    }

    private mutating func service(_ record: DescriptionRecord) -> String? {
        if !record.text.isEmpty { return range(record.text).text }
        noteBroken("a service has no name")
        return nil
    }

    /// A need that cannot be read is none that is met.
    private mutating func readReach(_ record: DescriptionRecord) {
        guard case (let service?, let function?) = split(record.text), record.value > 0 else {
            return noteBroken(
                "\"\(range(record.text).text)\" with the reach \(record.value) is no need of a function: write "
                    + "HEDDLE_NEEDS_FIELD")
        }
        description.neededFunctions.append(
            .init(service: service, name: function, reach: record.value, since: Int(record.contract)))
    }

    mutating func noteBroken(_ message: String) {
        mistakes.append(Diagnostic(.error, .module, code: .module(.description), message))
    }

    /// A name that is no text would be shown, and called, as another one.
    private mutating func checkTexts(_ records: [DescriptionRecord]) {
        for record in records where String(validating: source.bytes[record.text], as: UTF8.self) == nil {
            mistakes.append(
                Diagnostic(
                    .error, .module, code: .module(.description), "\"\(range(record.text).text)\" is not UTF-8",
                    suggestion: "save the source files of the module as UTF-8"))
        }
    }

    /// A call reaches one action by its name.
    private mutating func checkRepeatedActions() {
        let actions = Dictionary(grouping: description.actions, by: \.name).filter { $0.value.count > 1 }
        for (name, actions) in actions.sorted(by: { $0.key < $1.key }) {
            let symbols = actions.map { "\"\($0.signature)\"" }.joined(separator: ", ")
            mistakes.append(
                Diagnostic(
                    .error, .module, code: .module(.repeatedAction),
                    "\(actions.count) actions are called \"\(name)\": \(symbols)",
                    suggestion: "give one of them another name, by HEDDLE_ACTION_NAMED"))
        }
    }

    /// Only one record each names the module, and makes and destroys its instances.
    private mutating func checkRepeated(_ records: [DescriptionRecord]) {
        for (kind, purpose) in [
            (Kind.module, "name the module"), (Kind.create, "make its instances"),
            (Kind.destroy, "destroy its instances"),
        ] {
            let texts = records.filter { $0.kind == kind }.map { range($0.text).text }
            guard texts.count > 1 else { continue }
            let quoted = texts.map { "\"\($0.split(separator: "\n").joined(separator: " "))\"" }
            mistakes.append(
                Diagnostic(
                    .error, .module, code: .module(.repeated),
                    "\(texts.count) records \(purpose): \(quoted.joined(separator: ", "))",
                    suggestion: "keep one of them in the sources that are linked to the module"))
        }
    }

    /// The functions that it declares are there.
    private mutating func checkExports(_ symbols: [String: ElfFile.Symbol]) {
        let declared = description.actions.map(\.signature) + description.hooks
        let lifecycle = [description.create, description.destroy].compactMap(\.self)
        for signature in declared + lifecycle where symbols[signature.symbol] != .function {
            let name = signature.symbol
            let message =
                switch symbols[name] {
                case .data: "\(name) is declared as a function but is data"
                case .imported: "\(name) is declared as the module's own, and the module does not define it"
                default: "the function \(name) is declared, and the library does not export it"
                }
            mistakes.append(
                Diagnostic(
                    .error, .module, code: .module(.notExported), message,
                    suggestion: "define it in the module, with HEDDLE_EXPORT where it is built with -fvisibility=hidden"
                ))
        }
        for (service, symbol) in description.offers.sorted(by: { $0.key < $1.key }) {
            if case .data? = symbols[symbol] { continue }
            mistakes.append(
                Diagnostic(
                    .error, .module, code: .module(.notExported),
                    "the service \"\(service)\" is offered as \(symbol), which is no data that the library exports",
                    suggestion: "define it in the module with HEDDLE_EXPORT, as HEDDLE_OFFERS declares it"))
        }
    }

    /// `declaration`, or `name LF declaration`.
    private mutating func readAction(_ text: Range<Int>) {
        let newline = source.bytes[text].firstIndex(of: UInt8(ascii: "\n"))
        guard let signature = function((newline.map { $0 + 1 } ?? text.lowerBound)..<text.upperBound) else { return }
        let name = newline.map { range(text.lowerBound..<$0).text } ?? signature.symbol
        if name.isEmpty { return noteBroken("the action \"\(signature)\" has no name: write HEDDLE_ACTION") }
        description.actions.append(Description.Action(name: name, signature: signature))
    }

    private mutating func function(_ text: Range<Int>) -> Signature? {
        do {
            return try description.scope.read(range(text)).lazy.compactMap(\.function).first
        } catch {
            mistakes += error.all
            return nil
        }
    }

    func split(_ text: Range<Int>) -> (String?, String?) {
        let parts = range(text).text.split(separator: "\n", maxSplits: 1).map(String.init)
        return (parts.first, parts.count > 1 ? parts[1] : nil)
    }

    func range(_ bytes: Range<Int>) -> SourceRange { SourceRange(source, bytes) }

    /// A mistake in a module's description is the module's, and its place in the file means nothing to people.
    private static func fault(of path: String, _ mistake: Diagnostic) -> Diagnostic {
        var fault = mistake
        fault.subject = .module
        fault.message = "the module \(path) cannot be loaded: in its description, \(mistake.message)"
        fault.notes = mistake.notes.map { Diagnostic.Note($0.text) }
        if let range = mistake.range { fault.notes.append(.init("in \"\(declaration(around: range))\"")) }
        if let name = mistake.range?.text.macroName {
            fault.notes.append(
                .init("if \(name) is a macro, write what it stands for: a description has it unexpanded"))
        }
        fault.range = nil
        fault.label = nil
        return fault
    }

    /// The whole declaration that a place in the section stands in; the text of a record stands between NULs.
    private static func declaration(around range: SourceRange) -> String {
        let bytes = range.source.bytes
        let place = range.bytes.clamped(to: 0..<bytes.count).lowerBound
        let start = bytes[..<place].lastIndex { $0 == 0 || $0 == UInt8(ascii: "\n") }.map { $0 + 1 } ?? 0
        let end = bytes[place...].firstIndex(of: 0) ?? bytes.count
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// `heddle_record_kind` of the header.
    private enum Kind {
        static let module: UInt16 = 1
        static let action: UInt16 = 2
        static let hook: UInt16 = 3
        static let type: UInt16 = 4
        static let create: UInt16 = 5
        static let destroy: UInt16 = 6
        static let needs: UInt16 = 7
        static let field: UInt16 = 8
        static let setting: UInt16 = 9
        static let reach: UInt16 = 10
        static let wants: UInt16 = 11
        static let about: UInt16 = 12
        static let help: UInt16 = 13
        static let offers: UInt16 = 14
        static let alignment: UInt16 = 15
    }
}

extension String {
    /// A name in it that is written as macros are; nil if there is none.
    fileprivate var macroName: Substring? {
        split { !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == "_") }
            .first { ($0.first?.isUppercase ?? false) && $0.count > 1 && !$0.contains(where: \.isLowercase) }
    }
}

/// Holds the sizes, alignments and offsets that the module's compiler has noted against Heddle's own.
extension DescriptionReader {
    // MARK: Layouts

    /// The size of a type record is that of one of the types that it declares.
    mutating func checkSize(_ record: DescriptionRecord) {
        let types = declaredTypes(range(record.text))
        let evidence = LayoutEvidence(size: record.value)
        guard let first = types.first, !types.contains(where: { evidence.difference(from: $0.type) == nil }) else {
            return
        }
        note(evidence, of: first.name, first.type, record)
    }

    /// The alignment tells a packed type whose size is the same by chance. Where another number differs, that says more.
    mutating func checkAlignment(_ record: DescriptionRecord) {
        if mistakes.contains(where: { $0.code == .module(.layout) }) { return }
        let name = range(record.text).text
        let evidence = declaredTypes(named: name).compactMap { type in
            type.layout.map { (type, LayoutEvidence(size: $0.size, alignment: record.value)) }
        }
        // In C++ a name may be a tag in one namespace and a typedef in another one.
        guard let (type, first) = evidence.first, !evidence.contains(where: { $1.difference(from: $0) == nil }) else {
            return
        }
        note(first, of: name, type, record)
    }

    /// `type LF field`, where the field may be one of a field: `corner.x`, `corners[1].x`.
    mutating func checkField(_ record: DescriptionRecord) {
        guard case (let name?, let field?) = split(record.text), let type = declaredTypes(named: name).first,
            let size = type.layout?.size
        else { return }
        let evidence = LayoutEvidence(size: size, fields: [LayoutEvidence.Field(field, at: record.value)])
        note(evidence, of: name, type, record)
    }

    /// The types of a name, which C++ also takes for that behind `struct`.
    private func declaredTypes(named name: String) -> [CType] {
        ["", "struct ", "union ", "enum "].compactMap { description.scope.type(named: $0 + name) }
    }

    private mutating func note(
        _ evidence: LayoutEvidence, of name: String, _ type: CType, _ record: DescriptionRecord
    ) {
        guard let difference = evidence.difference(from: type) else { return }
        mistakes.append(
            Diagnostic(
                .error, .module, code: .module(.layout), difference.words(of: name, "by its compiler"),
                at: range(record.text), suggestion: "write packed and aligned attributes into the declaration"))
    }

    /// The types of a record that was read before; a typedef's own name says more than that of its structure.
    private func declaredTypes(_ text: SourceRange) -> [(name: String, type: CType)] {
        var scope = description.scope
        let declarations = (try? scope.read(text)) ?? []
        return declarations.reversed().compactMap { declaration in
            guard case .type(let name, let type) = declaration, type.layout != nil else { return nil }
            return (name, description.scope.completed(type))
        }
    }

    // MARK: Settings

    /// Reads the records of settings: `declaration LF help`.
    mutating func readSettings(_ records: [DescriptionRecord]) {
        guard let first = records.first else { return }
        var settings: [Setting] = []
        var names: Set<String> = []
        for record in records {
            let end = source.bytes[record.text].firstIndex(of: UInt8(ascii: "\n")) ?? record.text.upperBound
            do {
                var setting = try description.scope.setting(range(record.text.lowerBound..<end))
                setting.help = split(record.text).1 ?? ""
                if !names.insert(setting.name).inserted {
                    mistakes.append(fault("there are two settings called \"\(setting.name)\"", of: record))
                }
                settings.append(setting)
            } catch {
                mistakes += error.all
            }
        }
        if description.create == nil {
            mistakes.append(
                fault(
                    "there are settings, and no instance that reads them", of: first,
                    mend: "HEDDLE_INSTANCE names the functions that make and destroy an instance"))
        }
        description.settings = Settings(settings)
    }

    private func fault(_ message: String, of record: DescriptionRecord, mend: String? = nil) -> Diagnostic {
        Diagnostic(code: .module(.description), message, at: range(record.text), suggestion: mend)
    }
}
