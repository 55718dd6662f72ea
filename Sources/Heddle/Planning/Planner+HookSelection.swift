// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleWeave

extension Planner {
    /// The part of a specification that says which calls an entry is for; nil where some of it is wrong.
    mutating func selection(of entry: HookEntry) -> HookSpec? {
        let count = mistakes.count
        let names = patterns(entry.patterns)
        let scope = patterns(entry.during)
        let condition = condition(of: entry)
        for type in entry.takes + [entry.returns].compactMap(\.self) { checkType(type) }
        checkTags(of: entry)
        if !entry.isOptional { checkEach(of: entry.patterns) }
        guard mistakes.count == count else { return nil }
        let pointcut = Pointcut(
            names, tags: entry.tagged.map(\.value), returns: entry.returns?.value, takes: entry.takes.map(\.value))
        var spec = HookSpec(on: pointcut, origin: "\(entry.range.location)")
        spec.condition = condition
        spec.scope = scope.isEmpty ? nil : HookSpec.Scope(pointcut: checked(Pointcut(scope), entry))
        return spec
    }

    /// The permissions of modules' functions by the policy.
    mutating func readPermissions() {
        guard let entries = behaviour.permissions else { return }
        let count = mistakes.count
        var pointcuts: [String: Pointcut] = [:]
        for entry in entries {
            let name = entry.module.value
            if name != "*", !behaviour.modules.contains(where: { $0.name.value == name }), !behaviour.leavesOut.module {
                mistakes.append(
                    Diagnostic(
                        code: .hook(.unknownModule), "there is no module \"\(name)\"", at: entry.module.range,
                        suggestion: didYouMean(name, among: behaviour.modules.map(\.name.value))))
            }
            pointcuts[name] = Pointcut(patterns(entry.patterns))
            for text in entry.patterns where !covers(String(text.value.drop { $0 == "!" })) { noteNothing([text]) }
        }
        // A partly wrong policy would forbid hooks that it was to allow.
        if mistakes.count == count { permissions = pointcuts }
    }

    private mutating func patterns(_ texts: [Located<String>]) -> [Pointcut.Pattern] {
        texts.compactMap { text in
            let pattern = Pointcut.Pattern(text.value)
            if pattern == nil { mistakes.append(Diagnostic.notAPattern(text.value).located(at: text.range)) }
            return pattern
        }
    }

    private mutating func condition(of entry: HookEntry) -> CallCondition? {
        guard let condition = entry.condition else { return nil }
        do {
            return try CallCondition(condition.value, at: .before)
        } catch {
            mistakes.append(.condition(error, in: condition.range))
            return nil
        }
    }

    /// A type that no module knows would only ever match nothing.
    private mutating func checkType(_ type: Located<String>) {
        let isKnown = modules.all.isEmpty || modules.all.contains { $0.type(type.value) != nil }
        guard !isKnown, modules.areComplete, !behaviour.leavesOut.module else { return }
        mistakes.append(
            Diagnostic(
                code: .hook(.type), "\"\(type.value)\" is not a C type that a module of the file declares",
                at: type.range,
                suggestion: meantType(type.value) ?? "write a type without a name, such as \"const char *\""))
    }

    /// A type of a module that is like one that none has: the whole text, or a word of it.
    private func meantType(_ text: String) -> String? {
        let words = ["bool", "double", "float", "int", "void", "char *", "const char *"]
        // The known names are those that all modules declare.
        guard SuggestionLimit.admitsMore else { return nil }
        let known = Set(modules.all.flatMap(\.scope.typeNames) + words)
        let names = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
        return didYouMean(text, among: known)
            ?? names.lazy.filter { !known.contains($0) }.compactMap { didYouMean($0, among: known) }.first
    }

    /// The same for tags: one that nothing has keeps nothing out either.
    private mutating func checkTags(of entry: HookEntry) {
        guard modules.areComplete, !behaviour.leavesOut.module else { return }
        guard !entry.tagged.isEmpty, !entry.isOptional else { return }
        let known = modules.tags()
        for tag in entry.tagged {
            let name = String(tag.value.drop { $0 == "!" })
            if known.contains(name) { continue }
            mistakes.append(
                Diagnostic(
                    code: .hook(.tag), "no action is tagged \"\(name)\"", at: tag.range,
                    suggestion: didYouMean(name, among: known)
                        ?? "a module tags an action by _Tags_(\(name)) in its declaration"))
        }
    }

    /// A scope that no action has is a mistake: the hook would never take part.
    private mutating func checked(_ scope: Pointcut, _ entry: HookEntry) -> Pointcut {
        let isSomewhere = modules.all.contains { module in
            module.hookTargets().contains { scope.mismatch(with: $0.candidate) == nil }
        }
        if !isSomewhere { noteNothing(entry.during, isOptional: entry.isOptional) }
        return scope
    }

    /// Notes that patterns mean nothing that is there; around a module that is left out there is nothing to mean.
    ///
    /// - Parameters:
    ///   - misses: the actions that they cover and that something else excludes.
    ///   - advice: the suggestion if no name is similar.
    mutating func noteNothing(
        _ patterns: [Located<String>], isOptional: Bool = false, misses: [Diagnostic.Note] = [], advice: String? = nil
    ) {
        guard modules.areComplete, !behaviour.leavesOut.module else { return }
        let written = patterns.map(\.value).joined(separator: "\", \"")
        let meant =
            misses.isEmpty
            ? didYouMean(
                String(written.drop { $0 == "!" }), among: modules.all.flatMap { $0.hookTargets() }.map { "\($0.name)" }
            )
            : nil
        mistakes.append(
            Diagnostic(
                isOptional ? .notice : .error, code: .hook(.matchesNothing), "\"\(written)\" matches no action",
                at: patterns.first?.range, label: "matches nothing",
                suggestion: isOptional ? nil : meant ?? actions(ofModuleIn: written) ?? advice, notes: misses))
    }

    /// The actions of the module that a pattern begins with; nil if it names none.
    private func actions(ofModuleIn pattern: String) -> String? {
        let named = ActionName.candidates(in: String(pattern.drop { $0 == "!" })).compactMap {
            modules[$0.module]
        }
        guard let module = named.first, !module.actionNames.isEmpty else { return nil }
        let names = module.actionNames
        return "\(module.name) has \(names.prefix(8).joined(separator: ", "))\(names.count > 8 ? ", …" : "")"
    }

    /// A pattern that matches nothing, beside others that do, was meant for something else.
    private mutating func checkEach(of patterns: [Located<String>]) {
        let unmatched = patterns.filter { !covers(String($0.value.drop { $0 == "!" })) }
        // A single diagnostic says it of all where none matches.
        if unmatched.count == patterns.count, !patterns.contains(where: { $0.value.hasPrefix("!") }) { return }
        for text in unmatched { noteNothing([text]) }
    }

    /// Returns whether a pattern means anything that is there.
    private func covers(_ text: String) -> Bool {
        guard let pattern = Pointcut.Pattern(text) else { return true }
        if pattern.namesModule, !pattern.isLibrary { return modules[pattern.module]?.covers(pattern) ?? false }
        return modules.all.contains { $0.covers(pattern) }
    }
}
