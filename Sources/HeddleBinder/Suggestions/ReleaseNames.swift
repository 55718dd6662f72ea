// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// Finds the functions that release handles by their names, and those that give such handles to the caller.
struct ReleaseNames {
    /// The words of functions that release. Where those of an earlier row are, the later ones do something else.
    private static let releasing: [Set<String>] = [
        references, ["free", "destroy"], ["delete", "dispose"], ["close", "release"],
    ]
    /// The words of functions that give up one of several references. Where there are such, the others ignore the number
    /// of those.
    private static let references: Set<String> = ["unref", "decref"]
    private static let making: Set<String> = [
        "new", "create", "open", "alloc", "dup", "copy", "clone", "make", "parse", "load", "fopen", "fdopen",
        "duplicate", "malloc", "calloc", "start", "connect",
    ]

    /// By the type of the handle.
    private var releases: [String: [String]] = [:]
    /// Those that take another handle first, such as the context of a thread, by the type of the handle and that of the
    /// other one. `_Free_` names none of them: it would call them with the handle alone.
    private var contextual: [String: [String: Set<String>]] = [:]

    /// - Parameter others: the names of functions that cannot be called as they are, such as inline ones.
    init(_ functions: [Signature], besides others: [String]) {
        for words in Self.releasing {
            var found: [String: [String]] = [:]
            for function in functions {
                guard let handle = function.parameters.last?.type.handle, function.releases(handle, by: words) else {
                    continue
                }
                if function.parameters.count == 1 {
                    found[handle, default: []].append(function.symbol)
                } else if let context = function.context, context != handle, function.parameters.count == 2 {
                    contextual[handle, default: [:]][context, default: []].insert(function.symbol)
                }
            }
            releases.merge(found) { known, _ in known }
        }
        // A pointer that nobody gets cannot be given back: it is the caller's own, and only its contents are released.
        let given = Set(functions.flatMap(\.givenHandles))
        releases = releases.filter { given.contains($0.key) }
        let families = Set(
            others.map { NameWords($0).all }.filter { !Self.references.isDisjoint(with: $0) }.map(\.first))
        releases = releases.mapValues { names in
            names.filter { name in
                !Self.references.isDisjoint(with: name.nameWords) || !families.contains(NameWords(name).all.first)
            }
        }
    }

    func facts(of function: Signature) -> FunctionFacts {
        var facts = FunctionFacts()
        let words = function.symbol.nameWords
        if releases(by: function) {
            // Others may have references as well.
            if words.isDisjoint(with: Self.references) {
                facts[function.parameters.count - 1].isReleased = Fact(true, from: "names: \(function.symbol)")
            }
            return facts
        }
        guard !words.isDisjoint(with: Self.making) else { return facts }
        if let handle = function.result.handle, let release = release(of: handle, for: function) {
            facts[Signature.resultPart].release = Fact(release, from: "names: \(release) takes what it returns")
        }
        let counts = CountNames(function.parameters, areTextsPieces: false)
        for (index, parameter) in function.parameters.enumerated() {
            // Several handles, as many as another parameter says, are given to the function.
            guard !counts.isCounted(index), let handle = parameter.type.receivedHandle,
                let release = release(of: handle, for: function)
            else { continue }
            let source = "names: \(release) takes what it receives"
            facts[index].direction = Fact(.out, from: source)
            facts[index].release = Fact(release, from: source)
        }
        return facts
    }

    /// Returns whether a function releases the handle that it takes last, alone or behind its context.
    private func releases(by function: Signature) -> Bool {
        guard let handle = function.parameters.last?.type.handle, let first = function.context else { return false }
        switch function.parameters.count {
        case 1: return releases[handle]?.contains(function.symbol) == true
        case 2: return contextual[handle]?[first]?.contains(function.symbol) == true
        default: return false
        }
    }

    /// The function that most likely releases what another one makes: of those with the longest common beginning, the
    /// shortest. Nil where one takes the context of the maker as well.
    private func release(of handle: String, for maker: Signature) -> String? {
        if let context = maker.context, contextual[handle]?[context] != nil { return nil }
        return releases[handle]?.max { one, other in
            let (first, second) = (one.commonPrefix(with: maker.symbol), other.commonPrefix(with: maker.symbol))
            return (first, -one.count, other) < (second, -other.count, one)
        }
    }
}

extension Signature {
    /// Returns whether the name says that a handle is released, by one of some words: `thing_free`, `free_thing`. A word
    /// behind it that is not of the handle's type names something else that is released, as in `thing_release_memory`.
    fileprivate func releases(_ handle: String, by words: Set<String>) -> Bool {
        let all = NameWords(symbol).all
        guard let place = all.lastIndex(where: words.contains) else { return false }
        let own = Set(NameWords(String(handle.split(separator: " ").last ?? "")).all)
        return all[(place + 1)...].allSatisfy {
            Self.variants.contains($0) || own.contains($0) || own.contains("\($0)s")
        }
    }

    /// The type of the handle that it takes first; nil for other functions.
    fileprivate var context: String? { parameters.first?.type.handle }

    /// Words behind such a word that say how it is done.
    private static let variants: Set<String> = [
        "r", "v2", "v3", "full", "all", "fast", "sync", "deep", "safe", "object",
    ]

    /// The types of the handles that the function returns, or that its out-parameters receive.
    fileprivate var givenHandles: [String] {
        [result.handle].compactMap(\.self) + parameters.compactMap(\.type.receivedHandle)
    }
}

extension CType {
    /// The structure that a pointer points to, by its tag or the name that a typedef gives it; nil for any other type. A
    /// pointer to what is const is a handle where a typedef hides that it is a pointer.
    fileprivate var handle: String? {
        guard case .pointer(let target, let isConst) = canonical, case .record(let record) = target.canonical else {
            return nil
        }
        if isConst { guard case .named = self else { return nil } }
        if let tag = record.tag { return "\(record.kind.rawValue) \(tag)" }
        if case .named(let name, _) = target { return name }
        return nil
    }

    /// The same for a pointer to such a pointer.
    fileprivate var receivedHandle: String? {
        guard case .pointer(let target, isConst: false) = canonical else { return nil }
        return target.handle
    }
}

extension String {
    fileprivate var nameWords: Set<String> { Set(NameWords(self).all) }

    fileprivate func commonPrefix(with other: String) -> Int { zip(utf8, other.utf8).prefix { $0 == $1 }.count }
}
