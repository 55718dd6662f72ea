// SPDX-License-Identifier: Apache-2.0

package import HeddleDiagnostics
package import HeddleSchema

/// One reading of a behaviour file: the mistakes found so far, and the names that the rest may use.
///
/// A method that reads something returns nil, or leaves it out, after it noted why; what was read is then never
/// handed out, but the reading goes on, so that all mistakes are found at once.
final class BehaviourReader {
    private(set) var issues: [Diagnostic]
    var modules: ModuleNames
    var saves = SaveScope()
    /// The names of the file and of all that it includes.
    var names = DocumentNames()
    let includer: Includer
    /// The file and those that it includes, in the order in which they were read.
    private(set) var files: [StepFile] = []
    /// True if the calls of steps name something, by the forms of these.
    var named: [WrittenStep.FormID: Bool] = [:]
    /// The form of the latest step, whose call names something.
    var lastNamed: WrittenStep.FormID?
    /// The number of loops around the step that is read.
    var loopDepth = 0
    /// True where the steps in a step that is explained are explained too.
    var explainsInner = true
    /// The number of each file.
    private var numbers: [ObjectIdentifier: Int] = [:]
    /// The places of names that stood before in their object.
    private var duplicates: Set<Place>
    private var mistakes = 0
    /// True if an included file could not be read: what it would have had is no further mistake.
    var lacksFile = false
    /// True if a file has modules that could not be read, so that nobody knows their names.
    var lacksModules = false
    /// A mistaken value, which is not handed out.
    var leftOut = (module: false, hook: false)

    init(modules: ModuleNames = ModuleNames(), duplicates: [Diagnostic] = [], includer: Includer = .none) {
        self.modules = modules
        for name in includer.modules { self.modules.add(name) }
        self.includer = includer
        self.issues = duplicates
        self.duplicates = Set(duplicates.compactMap { $0.range.map(Place.init) })
    }

    /// Adds what is wrong with another file.
    func add(_ mistakes: [Diagnostic]) {
        self.mistakes += mistakes.count
        issues += mistakes
        duplicates.formUnion(mistakes.compactMap { $0.range.map(Place.init) })
    }

    /// Adds a file that was read.
    func add(_ source: SourceText, _ steps: StepTable) {
        numbers[ObjectIdentifier(source)] = files.count
        files.append(StepFile(source, steps))
    }

    /// The number of a file.
    func number(of source: SourceText) -> Int {
        if let known = numbers[ObjectIdentifier(source)] { return known }
        add(source, StepTable())
        return files.count - 1
    }

    /// All that was found, in the order of the file.
    func finish() -> [Diagnostic] {
        noteUnresolvedReferences()
        return issues.enumerated()
            .sorted { (order(of: $0.element), $0.offset) < (order(of: $1.element), $1.offset) }
            .map(\.element)
    }

    func note(
        _ mistake: DiagnosticCode.Behaviour, _ message: String, severity: Diagnostic.Severity = .error,
        at range: SourceRange,
        label: String? = nil, suggestion: String? = nil, notes: [Diagnostic.Note] = []
    ) {
        if severity == .error { mistakes += 1 }
        issues.append(
            Diagnostic(
                severity, code: .behaviour(mistake), message, at: range, label: label, suggestion: suggestion,
                notes: notes))
    }

    /// The value that `body` reads; nil if it notes a mistake, since a partly wrong value is not handed out.
    func sound<Result>(_ body: () -> Result?) -> Result? {
        let before = mistakes
        let result = body()
        return mistakes == before ? result : nil
    }

    /// Returns whether a name stood before in its object, which is mistake enough.
    func isDuplicate(_ name: Located<String>) -> Bool { duplicates.contains(Place(name.range)) }

    /// True if nothing is wrong so far.
    var isSound: Bool { mistakes == 0 && duplicates.isEmpty }

    /// By files, and in each by place.
    private func order(of issue: Diagnostic) -> Int {
        guard let range = issue.range else { return 0 }
        return number(of: range.source) << 32 + range.bytes.lowerBound
    }
}

/// The keys of an object of the file.
typealias KeyTable<Draft> = ObjectForm<Draft, BehaviourReader>

extension BehaviourReader: FieldReader {
    func report(
        _ mistake: FieldMistake, _ message: String, severity: Diagnostic.Severity, at range: SourceRange?,
        label: String?, suggestion: String?
    ) {
        guard let range else { return }
        note(
            DiagnosticCode.Behaviour(mistake), message, severity: severity, at: range, label: label,
            suggestion: suggestion)
    }
}

extension DiagnosticCode.Behaviour {
    /// The code of a mistake in the form of a file.
    package init(_ mistake: FieldMistake) {
        self =
            switch mistake {
            case .unknownKey: .unknownKey
            case .missingKey: .missingKey
            case .missingChoice, .badCombination: .badHook
            case .wrongType: .wrongType
            case .badValue: .badValue
            case .badBytes: .badBytes
            case .badReference: .unknownReference
            }
    }
}

/// The place where something begins.
private struct Place: Hashable {
    let source: ObjectIdentifier
    let offset: Int

    init(_ range: SourceRange) {
        source = ObjectIdentifier(range.source)
        offset = range.bytes.lowerBound
    }
}
