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
    }

    /// In the order of the headers, a function once.
    private(set) var entries: [Entry] = []
    /// The declarations that cannot be bound, by name, with the reason.
    private(set) var refused: [Refusal] = []
    private var functions: Set<String> = []

    /// Takes what is the library's own, or is exported by it.
    init(_ items: [HeaderItem], of selection: HeaderSelection, in library: BoundLibrary) {
        for item in items {
            let isOwn = selection.owns(item.file)
            switch item.content {
            case .declarations(let declarations):
                for declaration in declarations { add(declaration, item.comment, isOwn, library) }
            case .inlineFunction(let signature): addInline(signature, item.comment, isOwn, library)
            case .variable(let name): if isOwn { refuse(name, "a variable; Heddle calls functions") }
            case .refused(let name, let problem):
                let place = "\(selection.name(of: item.file)):\(item.line)"
                if isOwn { refuse(name ?? place, problem.message) }
            }
        }
    }

    private mutating func add(
        _ declaration: Declaration, _ comment: String?, _ isOwn: Bool, _ library: BoundLibrary
    ) {
        guard let signature = declaration.function else {
            return entries.append(Entry(declaration: declaration, comment: comment, isWanted: isOwn))
        }
        let isExported = library.defines(signature.symbol)
        // A declaration that only looks like a part of the library belongs to an included header.
        guard isOwn || isExported && !signature.symbol.hasPrefix("_") else { return }
        guard functions.insert(signature.symbol).inserted else { return }
        guard isExported else { return refuse(signature.symbol, "\(library.name) does not export it") }
        if let obstacle = signature.obstacle, !signature.isMendable(obstacle) {
            return refuse(signature.symbol, obstacle.message)
        }
        entries.append(Entry(declaration: declaration, comment: comment, isWanted: true))
    }

    private mutating func addInline(
        _ signature: Signature, _ comment: String?, _ isOwn: Bool, _ library: BoundLibrary
    ) {
        if library.defines(signature.symbol) { return add(.function(signature), comment, isOwn, library) }
        if isOwn { refuse(signature.symbol, "an inline function, which the library does not have") }
    }

    private mutating func refuse(_ name: String, _ reason: String) {
        refused.append(Refusal(name: name, reason: reason))
    }
}

/// Something that is not bound, or not callable as it stands, and why.
struct Refusal {
    let name: String
    let reason: String
}
