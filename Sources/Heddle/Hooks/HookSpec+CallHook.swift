// SPDX-License-Identifier: Apache-2.0

internal import HeddleAspects
internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import HeddleJSON
internal import HeddleWeave

extension HookSpec {
    /// The specification of a hook that a program describes.
    ///
    /// - Throws: all of its mistakes, as far as they do not depend on actions.
    init(_ hook: CallHook, on host: ModuleHost) throws(Diagnostics) {
        var mistakes: [Diagnostic] = []
        func patterns(_ texts: [String]) -> [Pointcut.Pattern] {
            texts.compactMap { text in
                let pattern = Pointcut.Pattern(text)
                if pattern == nil { mistakes.append(.notAPattern(text)) }
                return pattern
            }
        }
        let pointcut = Pointcut(patterns(hook.patterns), tags: hook.tags, returns: hook.returns, takes: hook.takes)
        self.init(on: pointcut, origin: (hook.name.map { "the hook \"\($0)\"" } ?? "a hook") + " of \(hook.place)")
        if pointcut.patterns.allSatisfy(\.isNegated), mistakes.isEmpty { mistakes.append(.noPattern) }
        let scope = patterns(hook.scope)
        if !scope.isEmpty { self.scope = Scope(pointcut: Pointcut(scope)) }
        do {
            condition = try hook.condition.map { written throws(ConditionMistake) in
                try CallCondition(written, at: .before)
            }
        } catch {
            mistakes.append(.condition(error))
        }
        name = hook.name
        constraints = Constraints(order: hook.order, outside: hook.outside, inside: hook.inside)
        switch hook.ending {
        case nil: when = .always
        case .returned: when = .returned
        case .failed: when = .failed
        }
        once = hook.isOnce ? host.registry.oneShot(of: id) : nil
        isOutermost = hook.isOutermost
        isReentrant = hook.isReentrant
        isOptional = hook.isOptional
        most = hook.most
        tolerance = hook.isTolerated ? host.tolerance(of: id, origin, pausingAfter: hook.toleratedFailures) : nil
        if let background = hook.background {
            let queue = BackgroundQueue(
                origin: "\(origin) on \(hook.patterns.map { "\"\($0)\"" }.joined(separator: ", "))",
                limit: background.limits.limit, patience: background.limits.patience.nanoseconds,
                services: host.services)
            self.background = Background(queue: queue, parts: [.code(.observer(background.body))])
            if !hook.parts.isEmpty { mistakes.append(.codeBesideBackground) }
        } else if hook.parts.isEmpty {
            mistakes.append(.noCode)
        }
        for part in hook.parts {
            do throws(Diagnostics) { try add(part, of: hook, on: host) } catch { mistakes += error.all }
        }
        if tolerance != nil, hasInstead { mistakes.append(.toleratedInstead) }
        if let most = hook.most, most < 1 {
            mistakes.append(.outOfRange("largest number of actions", "\(most)", "at least 1"))
        }
        if hook.order.isNaN { mistakes.append(.outOfRange("order", "nan", "a number")) }
        if let limit = hook.toleratedFailures, limit < 1 {
            mistakes.append(.outOfRange("number of failures to pause after", "\(limit)", "at least 1"))
        }
        if !mistakes.isEmpty { throw Diagnostics(mistakes) }
    }

    private mutating func add(_ part: CallHook.Part, of hook: CallHook, on host: ModuleHost) throws(Diagnostics) {
        switch part {
        case .closure(let piece, let position): addClosures([(piece, position)])
        case .sides(let make):
            let sides = make(when)
            addClosures([(sides.before, .before), (sides.after, .after)])
        case .named(let reference, let position):
            let use = try HookUse(reference, of: hook)
            if host.aspects.names.contains(reference.name) {
                let delivery = host.delivery
                let asked = try host.add(aspect: use, at: position, to: &self) { place throws(LineFileRefusal) in
                    try Origin.file(folder: ".").writer(for: place, deliveredBy: delivery)
                }
                for name in asked { try host.registry.bind(name.value) }
            } else {
                do { add(try host.function(use), at: position) } catch { throw Diagnostics([error]) }
            }
        }
    }
}

extension HookUse {
    /// A use in a text of its own, which diagnostics show.
    fileprivate init(_ reference: HookReference, of hook: CallHook) throws(Diagnostics) {
        let name = SourceText(name: hook.place, reference.name)
        let options = try reference.options.map { options throws(Diagnostics) in
            try JSONNode.read(SourceText(name: "the options of \(reference.name) at \(hook.place)", options.json))
        }
        self.init(name: Located(reference.name, at: name.whole), options: options)
    }
}

extension ModuleHost {
    /// The function of a loaded module that a hook names.
    fileprivate func function(_ use: HookUse) throws(Diagnostic) -> HookFunction {
        if let options = use.options { throw .optionsOfFunction(use, at: options) }
        let modules = ActionName.candidates(in: use.name.value).compactMap { registry.module(named: $0.module) }
        guard let module = modules.first else {
            throw .unknownHook(use, aspects: aspects.names, modules: registry.modules.map(\.name))
        }
        let symbol = String(use.name.value.dropFirst(module.name.count + 1))
        guard module.canHook(symbol) else { throw module.missing(symbol).located(at: use.name.range) }
        return HookFunction(module: module, symbol: symbol, range: use.name.range)
    }
}

extension Diagnostic {
    /// The diagnostic of a text that is not a pattern.
    static func notAPattern(_ text: String) -> Diagnostic {
        Diagnostic(
            code: .hook(.pattern), "\"\(text)\" is not a pattern",
            suggestion: "write module.action, where * stands for any characters")
    }

    fileprivate static var noPattern: Diagnostic {
        Diagnostic(
            code: .hook(.pattern), "the hook has no pattern that does not begin with \"!\"",
            suggestion: "name the actions to hook, such as \"*.*\"")
    }

    fileprivate static func outOfRange(_ option: String, _ found: String, _ expected: String) -> Diagnostic {
        Diagnostic(code: .hook(.shape), "the \(option) of the hook is \(found), expected \(expected)")
    }

    fileprivate static var noCode: Diagnostic {
        Diagnostic(
            code: .hook(.shape), "the hook has no code", suggestion: "add code with before, instead, after or around")
    }

    fileprivate static var codeBesideBackground: Diagnostic {
        Diagnostic(
            code: .hook(.notInBackground), "a hook in the background has no other code: the call does not wait for it",
            suggestion: "add two hooks")
    }

    fileprivate static var toleratedInstead: Diagnostic {
        Diagnostic(
            code: .hook(.shape),
            "a hook that is tolerated has only before and after code: an instead hook that failed leaves no result",
            suggestion: "add two hooks")
    }
}
