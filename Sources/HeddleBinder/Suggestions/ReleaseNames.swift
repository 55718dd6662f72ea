// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

/// Finds the functions that release handles by their names, and those that give such handles to the caller.
struct ReleaseNames {
    private static let releasing = ["free", "destroy", "close", "delete", "unref", "release", "cleanup", "dispose"]
    private static let making: Set<String> = [
        "new", "create", "open", "alloc", "dup", "copy", "clone", "make", "parse", "load", "fopen", "fdopen",
        "duplicate",
        "malloc", "start",
    ]

    /// By the type of the handle.
    private var releases: [String: [String]] = [:]

    init(_ functions: [Signature]) {
        for function in functions where function.parameters.count == 1 && Self.isRelease(function.symbol) {
            guard let handle = function.parameters[0].type.handle(isConst: false) else { continue }
            releases[handle, default: []].append(function.symbol)
        }
    }

    func facts(of function: Signature) -> FunctionFacts {
        var facts = FunctionFacts()
        if function.parameters.count == 1, let handle = function.parameters[0].type.handle(isConst: false),
            releases[handle]?.contains(function.symbol) == true, !function.symbol.nameWords.contains("unref")
        {
            facts[0].isReleased = Fact(true, from: "names: \(function.symbol)")
        }
        guard !Self.making.isDisjoint(with: function.symbol.nameWords), !Self.isRelease(function.symbol) else {
            return facts
        }
        if let handle = function.result.handle(isConst: false), let release = release(of: handle, for: function.symbol)
        {
            facts[Signature.resultPart].release = Fact(release, from: "names: \(release) takes what it returns")
        }
        for (index, parameter) in function.parameters.enumerated() {
            guard case .pointer(let target, isConst: false) = parameter.type.canonical,
                let handle = target.handle(isConst: false), let release = release(of: handle, for: function.symbol)
            else { continue }
            facts[index].direction = Fact(.out, from: "names: \(function.symbol)")
            facts[index].release = Fact(release, from: "names: \(release) takes what it receives")
        }
        return facts
    }

    /// The function that most likely releases what another one makes: of those with the longest common beginning, the
    /// shortest.
    private func release(of handle: String, for maker: String) -> String? {
        releases[handle]?.max { one, other in
            let (first, second) = (one.commonPrefix(with: maker), other.commonPrefix(with: maker))
            return (first, -one.count, other) < (second, -other.count, one)
        }
    }

    private static func isRelease(_ name: String) -> Bool {
        !Set(releasing).isDisjoint(with: name.nameWords)
    }
}

extension CType {
    /// The type that a pointer to a structure points to, without typedefs; nil for any other type.
    fileprivate func handle(isConst: Bool) -> String? {
        guard case .pointer(let target, isConst) = canonical, case .record(let record) = target.canonical else {
            return nil
        }
        return record.tag.map { "\(record.kind.rawValue) \($0)" }
    }
}

extension String {
    fileprivate var nameWords: Set<String> { Set(NameWords(self).all) }

    fileprivate func commonPrefix(with other: String) -> Int { zip(utf8, other.utf8).prefix { $0 == $1 }.count }
}
