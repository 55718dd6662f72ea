// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign

/// The declarations of a library, selected from everything that its headers include.
struct HeaderContents {
    /// A declaration with the comment that describes it.
    struct Entry {
        let declaration: Declaration
        let comment: String?
        /// True if it goes into the bindings even where nothing mentions it.
        let isWanted: Bool
        /// The way in which the library of inline functions gets it; nil for what the library itself has.
        var inline: InlineForm?
    }

    /// In the order of the headers, a function or variable once.
    private(set) var entries: [Entry] = []
    /// The declarations that cannot be bound, by name, with the reason.
    private(set) var refused: [Refusal] = []
    private var symbols: Set<String> = []
    /// The names of all that is the library's own, wanted or not.
    private(set) var names: Set<String> = []
    private let wanted: WantedNames

    /// True if inline functions are taken, to be compiled.
    private let takesInline: Bool

    /// Takes what is the library's own, or is exported by it.
    ///
    /// - Parameters:
    ///   - wanted: the names that are taken, with the types that they need.
    ///   - takesInline: true if inline functions are taken, to be compiled.
    init(
        _ items: [HeaderItem], of selection: HeaderSelection, in library: BoundLibrary, only wanted: WantedNames,
        takesInline: Bool
    ) {
        self.wanted = wanted
        self.takesInline = takesInline
        for item in items {
            let isOwn = selection.owns(item.file)
            switch item.content {
            case .declarations(let declarations):
                for declaration in declarations { add(declaration, item.comment, isOwn, library) }
            case .inlineFunction(let signature): addInline(signature, item.comment, isOwn, library)
            case .refused(let name, let problem):
                let place = "\(selection.name(of: item.file)):\(item.line)"
                if isOwn, takes(name ?? place) { refuse(name ?? place, problem.message) }
            }
        }
    }

    private mutating func add(
        _ declaration: Declaration, _ comment: String?, _ isOwn: Bool, _ library: BoundLibrary
    ) {
        if let variable = declaration.variable { return addVariable(variable, declaration, comment, isOwn, library) }
        guard let signature = declaration.function else {
            return addType(declaration, comment, isOwn)
        }
        let isExported = library.defines(signature.symbol)
        // A declaration that only looks like a part of the library belongs to an included header.
        guard isOwn || isExported && !signature.symbol.hasPrefix("_"), takes(signature.symbol) else { return }
        guard symbols.insert(signature.symbol).inserted else { return }
        guard isExported else { return refuse(signature.symbol, "\(library.name) does not export it") }
        addCallable(signature, comment)
    }

    private mutating func addType(_ declaration: Declaration, _ comment: String?, _ isOwn: Bool) {
        guard case .type(let name, let type) = declaration else { return }
        if isOwn {
            names.insert(name)
            if case .enumeration(let enumeration) = type { names.formUnion(enumeration.constants.map(\.name)) }
        }
        entries.append(
            Entry(declaration: declaration, comment: comment, isWanted: isOwn && wanted.contains(type, named: name)))
    }

    /// Returns whether a name of the library is taken.
    private mutating func takes(_ name: String) -> Bool {
        names.insert(name)
        return wanted.contains(name)
    }

    private mutating func addCallable(_ signature: Signature, _ comment: String?, inline: InlineForm? = nil) {
        if let obstacle = signature.obstacle, !signature.isMendable(obstacle) {
            return refuse(signature.symbol, obstacle.message)
        }
        entries.append(
            Entry(declaration: .function(signature), comment: comment, isWanted: true, inline: inline))
    }

    /// Only the headers of a library itself say that data is its own: a program has a copy of what it uses.
    private mutating func addVariable(
        _ symbol: String, _ declaration: Declaration, _ comment: String?, _ isOwn: Bool, _ library: BoundLibrary
    ) {
        guard isOwn, takes(symbol), symbols.insert(symbol).inserted else { return }
        guard let size = library.size(ofData: symbol) else {
            return refuse(symbol, "\(library.name) does not export it")
        }
        if case .variable(_, let type, _) = declaration, let declared = type.layout?.size, size != 0, declared != size {
            let found = counted(size, "byte")
            return refuse(symbol, "it has \(found) in \(library.name), and \(declared) as it is declared")
        }
        entries.append(Entry(declaration: declaration, comment: comment, isWanted: true))
    }

    private mutating func addInline(
        _ signature: Signature, _ comment: String?, _ isOwn: Bool, _ library: BoundLibrary
    ) {
        if library.defines(signature.symbol) { return add(.function(signature), comment, isOwn, library) }
        guard isOwn, takes(signature.symbol) else { return }
        guard takesInline else {
            return refuse(
                signature.symbol,
                "an inline function, which the library does not have; heddle bind --inline compiles it")
        }
        addInline(signature, comment, as: .wrapped)
    }

    private mutating func addInline(_ signature: Signature, _ comment: String?, as form: InlineForm) {
        guard symbols.insert(signature.symbol).inserted else { return }
        if signature.isVariadic {
            return refuse(signature.symbol, "it is inline and takes variadic arguments, which C cannot hand on")
        }
        addCallable(signature, comment, inline: form)
    }

    /// Takes a macro that is declared as a function. One that the library has as a function is not taken.
    mutating func addMacro(_ signature: Signature) {
        if symbols.contains(signature.symbol) { return }
        addInline(signature, nil, as: .macro)
    }

    private mutating func refuse(_ name: String, _ reason: String) {
        refused.append(Refusal(name: name, reason: reason))
    }
}

extension Declaration {
    /// The symbol of a variable; nil for anything else.
    var variable: String? { if case .variable(let symbol, _, _) = self { symbol } else { nil } }
}

/// Something that is not bound, or not callable as it stands, and why.
struct Refusal {
    let name: String
    let reason: String
}
