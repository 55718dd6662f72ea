// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign

/// The functions that a behaviour, or a program, declares of a library.
struct DeclaredFunctions: Sendable {
    /// A function with the place where it was declared; nil for one of the module's own description.
    struct Function: Sendable {
        let signature: Signature
        let range: SourceRange?
        /// The annotations that were added to the declaration.
        var annotations: [SourceRange] = []

        /// A declaration that was read when somebody asked for it, which gets nothing from earlier ones.
        init(_ signature: Signature, at range: SourceRange?, annotations: [SourceRange] = []) {
            (self.signature, self.range, self.annotations) = (signature, range, annotations)
        }

        /// The function where it is declared again, and says nothing of owners.
        fileprivate func declaredAgain(behind earlier: Function) -> Function {
            Function(signature.keepingOwners(of: earlier.signature), at: range).keepingRules(of: earlier)
        }

        fileprivate func keepingRules(of earlier: Function) -> Function {
            Function(
                signature.keepingRules(of: earlier.signature), at: range,
                annotations: annotations + earlier.annotations)
        }
    }

    /// Data of the library. It may be a table of functions.
    struct Variable: Sendable {
        let type: CType
        /// True if it is declared to be const, so that nothing may write to it.
        let isConst: Bool
        let range: SourceRange?
    }

    /// By symbol.
    private(set) var variables: [String: Variable] = [:]
    /// Those that were read, by symbol. The ``scope`` has the others.
    private(set) var read: [String: Function] = [:]
    /// The symbols of those of the bindings, in their order, with their declarations.
    private(set) var bound: [(symbol: String, range: SourceRange)] = []
    /// The symbols of the variables of the bindings, in their order.
    private(set) var boundVariables: [String] = []
    /// The libraries with inline functions of the headers, in the order of the bindings.
    var inlines: [Library] = []
    /// The reasons why the bindings leave functions and variables out, by name.
    private(set) var refused: [String: String] = [:]
    /// The names of numbers.
    private(set) var constants = ConstantNames()
    /// The names that the declarations may use.
    private(set) var scope: DeclarationScope
    /// The mistakes in the declarations.
    private(set) var mistakes: [Diagnostic] = []

    /// Reads declarations; one that is wrong does not keep the others from being read.
    ///
    /// - Parameter bindings: declarations that come first. A function of theirs may be declared again, with the same
    ///   type and other annotations.
    /// - Parameter annotations: those of the behaviour. The members of structures have theirs, and those of the bindings,
    ///   from where these are defined.
    /// - Parameter areRight: true if there is no mistake in the bindings, so that each function may be read later.
    init(
        _ texts: [SourceRange], beside bindings: [Bindings] = [], annotatedBy annotations: [FunctionAnnotations] = [],
        areRight: Bool = false, on scope: DeclarationScope
    ) {
        self.scope = scope
        for added in bindings.flatMap(\.annotations) + annotations {
            self.scope.annotate(membersOf: added.function.value, with: added.ofMembers)
        }
        for file in bindings { self.scope.know(file.constants) }
        for file in bindings {
            for text in file.declarations { take(text.declarationText, isBound: true, isRight: areRight) }
            constants.add(file.constants)
            for refusal in file.refused { refused[refusal.name] = refused[refusal.name] ?? refusal.reason }
        }
        for text in texts { take(text) }
        complete()
    }

    /// All functions, by symbol.
    var declarations: FunctionDeclarations { FunctionDeclarations(read, unreadOf: scope) }

    /// The symbols of all functions.
    var names: [String] { read.keys + scope.unread.lazy.map(\.name).filter { [read] in read[$0] == nil } }

    /// The function of a symbol, which is read if it was not; nil if none is declared.
    mutating func function(_ symbol: String) -> Function? {
        if read[symbol] == nil, let (signature, range) = scope.signature(ofUnread: symbol) {
            read[symbol] = Function(signature, at: range)
        }
        return read[symbol]
    }

    /// Completes what was declared before a structure that it takes was defined, or a typedef got annotations.
    private mutating func complete() {
        read = read.mapValues { [scope = self.scope] in
            Function(scope.completed($0.signature), at: $0.range, annotations: $0.annotations)
        }
        variables = variables.mapValues { [scope = self.scope] in
            Variable(type: scope.completed($0.type), isConst: $0.isConst, range: $0.range)
        }
    }

    /// Takes a text: a plain prototype is read when its function is asked for.
    private mutating func take(_ text: SourceRange, isBound: Bool = false, isRight: Bool = false) {
        guard let symbol = isRight ? scope.takeRight(text) : scope.takeUnread(text) else {
            return readNow(text, isBound: isBound)
        }
        if isBound { bound.append((symbol, text)) }
    }

    private mutating func readNow(_ text: SourceRange, isBound: Bool) {
        do {
            let declarations = try scope.read(text)
            for case .type(_, .enumeration(let enumeration)) in declarations { constants.add(enumeration) }
            for case .variable(let symbol, let type, let isConst) in declarations {
                variables[symbol] = Variable(type: type, isConst: isConst, range: text)
                if isBound { boundVariables.append(symbol) }
            }
            for signature in declarations.compactMap(\.function) {
                let function = Function(signature, at: text)
                read[signature.symbol] = read[signature.symbol].map { function.declaredAgain(behind: $0) } ?? function
                if isBound { bound.append((signature.symbol, text)) }
            }
        } catch {
            for mistake in error.all { mistakes.append(withEarlierDeclaration(mistake)) }
        }
    }

    /// Declares a function again, with the same type.
    ///
    /// - Parameters:
    ///   - symbol: its symbol.
    ///   - text: its declaration.
    ///   - annotations: the places of what is new in it.
    /// - Returns: false if the text declares something else.
    /// - Throws: the mistakes of the text.
    mutating func redeclare(
        _ name: String, _ symbol: String, as text: SourceRange, at range: SourceRange?,
        annotatedBy annotations: [SourceRange]
    ) throws(Diagnostics) -> Bool {
        let declarations = try scope.read(text)
        guard declarations.count == 1, let signature = declarations[0].function, signature.symbol == symbol else {
            return false
        }
        let again = Function(signature, at: range, annotations: annotations)
        read[name] = read[name].map { again.keepingRules(of: $0) } ?? again
        return true
    }

    /// Declares a typedef of a function again, with the same type.
    ///
    /// - Returns: false if the text declares something else.
    /// - Throws: the mistakes of the text.
    mutating func redeclare(typedef name: String, as text: SourceRange) throws(Diagnostics) -> Bool {
        guard try scope.annotate(typedef: name, as: text) else { return false }
        complete()
        return true
    }

    mutating func add(_ mistake: Diagnostic) { mistakes.append(mistake) }

    /// A function that is declared again as another is shown both ways.
    private mutating func withEarlierDeclaration(_ mistake: Diagnostic) -> Diagnostic {
        guard mistake.code == .declaration(.redeclared), let name = mistake.range?.text, let before = function(name)
        else {
            return mistake
        }
        var mistake = mistake
        mistake.notes = [.init("declared before: \(before.signature)", at: before.range)]
        return mistake
    }
}
