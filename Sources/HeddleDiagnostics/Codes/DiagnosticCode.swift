// SPDX-License-Identifier: Apache-2.0

/// The stable name of one kind of mistake, such as `json.duplicate-key`: `.json(.duplicateKey)`.
///
/// A code never changes its meaning. `heddle explain` explains each code; ``allCases`` lists them.
public enum DiagnosticCode: Hashable, Sendable {
    /// Mistakes of the command line.
    case usage(Usage)
    /// The JSON text of a file.
    case json(JSON)
    /// The keys and values of a behaviour.
    case behaviour(Behaviour)
    /// Cases, the processes that run them, and included files.
    case cases(Cases)
    /// C declarations.
    case declaration(Declaration)
    /// Finding, loading and starting modules.
    case module(Module)
    /// The configuration of modules.
    case config(Configuration)
    /// Finding the actions of modules.
    case action(Action)
    /// Making bindings from headers.
    case bind(Bind)
    /// Reading bindings, and checking them against a library.
    case bindings(Bindings)
    /// Arguments and expectations.
    case call(Call)
    /// Hooks and the policy that permits them.
    case hook(Hook)
    /// The options and positions of aspects.
    case aspect(Aspect)
    /// Fetching a behaviour over HTTP.
    case source(Source)
    /// Calls and expectations of a run.
    case run(Run)
    /// Recording a behaviour.
    case recording(Recording)
    /// Reports and recorded runs.
    case report(Report)
    /// Programs in Swift that host modules.
    case program(Program)
}

extension DiagnosticCode: CustomStringConvertible {
    /// The code as it is printed, such as `json.duplicate-key`.
    public var description: String { parts.text }

    /// The code that is printed as `text`; nil if there is none.
    public init?(_ text: String) {
        guard let code = Self.byText[text] else { return nil }
        self = code
    }

    private static let byText = Dictionary(uniqueKeysWithValues: allCases.map { ($0.description, $0) })

    /// The area that the code belongs to.
    package var area: Area { parts.area }

    private var parts: (area: Area, text: String) {
        switch self {
        case .usage(let code): (.usage, code.rawValue)
        case .json(let code): (.json, code.rawValue)
        case .behaviour(let code): (.behaviour, code.rawValue)
        case .cases(let code): (.cases, code.rawValue)
        case .declaration(let code): (.declaration, code.rawValue)
        case .module(let code): (.module, code.rawValue)
        case .config(let code): (.config, code.rawValue)
        case .action(let code): (.action, code.rawValue)
        case .bind(let code): (.bind, code.rawValue)
        case .bindings(let code): (.bindings, code.rawValue)
        case .call(let code): (.call, code.rawValue)
        case .hook(let code): (.hook, code.rawValue)
        case .aspect(let code): (.aspect, code.rawValue)
        case .source(let code): (.source, code.rawValue)
        case .run(let code): (.run, code.rawValue)
        case .recording(let code): (.recording, code.rawValue)
        case .report(let code): (.report, code.rawValue)
        case .program(let code): (.program, code.rawValue)
        }
    }
}

extension DiagnosticCode: CaseIterable {
    /// All codes, area by area.
    public static var allCases: [DiagnosticCode] { Area.allCases.flatMap(\.codes) }

    /// A group of codes. A new area does not compile before ``codes`` lists its codes.
    package enum Area: String, CaseIterable, Sendable {
        case usage, json, behaviour, cases, declaration, module, config, action, bind, bindings, call, hook, aspect
        case source, run, recording, report, program

        /// The codes of the area, in the order of their declaration.
        package var codes: [DiagnosticCode] {
            switch self {
            case .usage: Usage.allCases.map(DiagnosticCode.usage)
            case .json: JSON.allCases.map(DiagnosticCode.json)
            case .behaviour: Behaviour.allCases.map(DiagnosticCode.behaviour)
            case .cases: Cases.allCases.map(DiagnosticCode.cases)
            case .declaration: Declaration.allCases.map(DiagnosticCode.declaration)
            case .module: Module.allCases.map(DiagnosticCode.module)
            case .config: Configuration.allCases.map(DiagnosticCode.config)
            case .action: Action.allCases.map(DiagnosticCode.action)
            case .bind: Bind.allCases.map(DiagnosticCode.bind)
            case .bindings: Bindings.allCases.map(DiagnosticCode.bindings)
            case .call: Call.allCases.map(DiagnosticCode.call)
            case .hook: Hook.allCases.map(DiagnosticCode.hook)
            case .aspect: Aspect.allCases.map(DiagnosticCode.aspect)
            case .source: Source.allCases.map(DiagnosticCode.source)
            case .run: Run.allCases.map(DiagnosticCode.run)
            case .recording: Recording.allCases.map(DiagnosticCode.recording)
            case .report: Report.allCases.map(DiagnosticCode.report)
            case .program: Program.allCases.map(DiagnosticCode.program)
            }
        }
    }
}
