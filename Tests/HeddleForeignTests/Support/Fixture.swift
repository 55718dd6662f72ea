// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleForeign
import Foundation
import Synchronization
import HeddleWeave

/// A fixture module that the package builds, loaded, with its actions under the module's own name.
struct Fixture {
    let library: Library
    let instance = InstanceBox()

    /// Loads a fixture, such as `Numbers`.
    init(_ name: String) throws {
        library = try Library.load(LibraryFile(path: Self.path(name)))
    }

    /// Where the package has put a fixture: beside the program that runs.
    static func path(_ name: String) throws -> String {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: program).deletingLastPathComponent().appending(path: "libFixture\(name).so").path
    }

    /// A new action, which shares its hooks with no other.
    func action(_ name: String) throws -> Action {
        let description = library.description
        guard let declared = description?.actions.first(where: { $0.name == name }) else {
            throw NotDeclared(name: name)
        }
        var releases: [String: Function] = [:]
        for symbol in declared.signature.releases { releases[symbol] = try library.function(symbol) }
        return try Action(
            ActionName(module: description?.name ?? "", action: name), declared.signature,
            function: library.function(declared.signature.symbol), instance: instance, releases: releases)
    }

    /// One of the module's hooks.
    func hook(_ symbol: String) throws -> HookPiece {
        try .native(library.function(symbol), label: "\(library.description?.name ?? "").\(symbol)")
    }

    /// A plain function of the module as a hook.
    func plain(_ declaration: String, at position: HookPosition, of action: Action) throws -> HookPiece {
        let signature = try signature(declaration)
        return try .plain(
            library.function(signature.symbol), signature, at: position, of: action, label: signature.symbol)
    }

    struct NotDeclared: Error {
        let name: String
    }
}

/// Reads the declaration of one function.
func signature(_ declaration: String) throws -> Signature {
    var scope = DeclarationScope()
    let source = SourceText(name: "test", declaration)
    guard case .function(let signature)? = try scope.read(SourceRange(source, 0..<source.bytes.count)).last else {
        throw Fixture.NotDeclared(name: declaration)
    }
    return signature
}

private let lastHook = Atomic<UInt64>(0)

extension Action {
    /// Adds one hook, and returns what it is removed by.
    @discardableResult
    func hook(
        before: [HookPiece] = [], instead: [HookPiece] = [], after: [HookPiece] = [], order: Double = 0,
        condition: AfterCondition = .always
    ) throws -> UInt64 {
        let id = lastHook.add(1, ordering: .relaxed).newValue
        try add([
            ActionHook(
                name: nil, id: id, constraints: Constraints(order: order), condition: condition, before: before,
                instead: instead, after: after, origin: "a test")
        ])
        return id
    }
}
