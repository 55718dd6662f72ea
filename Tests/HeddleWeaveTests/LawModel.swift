// SPDX-License-Identifier: Apache-2.0

/// The order law as one recursion over the hooks: what is said of the outermost hook, and the same for the rest.
///
/// Written from the law alone; it shares nothing with the engine.
struct LawModel {
    /// Outermost first.
    private var hooks: [Standing]
    private let conduct: Conduct
    private var hasNewcomer = false
    private var log: [UInt8] = []

    /// The expected trace and outcome of consecutive calls of the action.
    ///
    /// - Parameter hooks: outermost first; see ``Standing/outermostFirst(_:)``.
    static func run(_ hooks: [Standing], _ conduct: Conduct, calls: Int) -> [UInt8] {
        var model = LawModel(hooks: hooks, conduct: conduct)
        for _ in 0..<calls {
            model.write(model.call(from: [], depth: 0).text)
            model.write(" ")
        }
        return model.log
    }

    private init(hooks: [Standing], conduct: Conduct) {
        self.hooks = hooks
        self.conduct = conduct
    }

    // MARK: A call

    /// The facts that are constant during a call: the hooks at its start, and those in whose code it was made.
    private struct Call {
        let hooks: [Standing]
        let makers: [Letter]
        let depth: Int
    }

    private mutating func call(from makers: [Letter], depth: Int) -> Ending {
        let mine = makers.isEmpty ? hooks : hooks.filter { !makers.contains($0.letter) }
        return around(mine[...], Call(hooks: mine, makers: makers, depth: depth), stopped: nil)
    }

    /// The call from the first of these hooks inwards, and out again; stopped when a `before` further out has failed.
    private mutating func around(_ rest: ArraySlice<Standing>, _ call: Call, stopped: Ending?) -> Ending {
        guard let hook = rest.first else { return stopped ?? body(call.hooks[...], call) }
        guard let before = hook.script.before else {
            return leave(hook, call, around(rest.dropFirst(), call, stopped: stopped))
        }
        guard stopped == nil else { return around(rest.dropFirst(), call, stopped: stopped) }
        log.append(hook.letter)
        perform(before, hook, call)
        let failure = before == .fails ? Ending.failed([hook.letter]) : nil
        return leave(hook, call, around(rest.dropFirst(), call, stopped: failure))
    }

    private mutating func leave(_ hook: Standing, _ call: Call, _ ending: Ending) -> Ending {
        guard let after = hook.script.after else { return ending }
        switch hook.script.condition {
        case .always: break
        case .returned: if ending.hasFailed { return ending }
        case .failed: if !ending.hasFailed { return ending }
        }
        log.append(hook.letter)
        perform(after, hook, call)
        return after == .fails
            ? Self.failure(of: hook, over: ending) : after == .answers ? .returned(hook.letter) : ending
    }

    // MARK: Its body

    private mutating func body(_ rest: ArraySlice<Standing>, _ call: Call) -> Ending {
        guard let hook = rest.first else { return action(call) }
        let inner = rest.dropFirst()
        guard let deed = hook.script.instead else { return body(inner, call) }
        log.append(hook.letter)
        write("[")
        defer { write("]") }
        switch deed {
        case .passes: return .failed([nobody])
        case .fails, .answers:
            perform(deed, hook, call)
            return deed == .fails ? .failed([hook.letter]) : .returned(hook.letter)
        case .proceeds: return body(inner, call)
        case .proceedsTwice:
            _ = body(inner, call)
            return body(inner, call)
        case .proceedsAndFails:
            let ending = body(inner, call)
            perform(.fails, hook, call)
            return Self.failure(of: hook, over: ending)
        case .proceedsAndAnswers:
            _ = body(inner, call)
            perform(.answers, hook, call)
            return .returned(hook.letter)
        case .reenters, .removesItself, .addsAnother:
            perform(deed, hook, call)
            return body(inner, call)
        }
    }

    private mutating func action(_ call: Call) -> Ending {
        write("(")
        if conduct == .recurses, call.depth == 0 {
            // Not by a hook: whoever has only proceeded stands around this call too.
            write(self.call(from: call.makers, depth: 1).text)
        }
        log.append(theAction)
        write(")")
        return conduct == .fails ? .failed([theAction]) : .returned(theAction)
    }

    // MARK: What hooks do

    private mutating func perform(_ deed: Script.Deed, _ hook: Standing, _ call: Call) {
        switch deed {
        case .fails: write("!")
        case .answers: write("=")
        case .reenters:
            write("<")
            write(self.call(from: call.makers + [hook.letter], depth: call.depth + 1).text)
            write(">")
        case .removesItself: hooks = Standing.outermostFirst(hooks.filter { $0.letter != hook.letter }) ?? []
        case .addsAnother: addNewcomer()
        default: break
        }
    }

    private mutating func addNewcomer() {
        if hasNewcomer { return }
        hasNewcomer = true
        hooks += [Standing(letter: theNewcomer, number: .max, script: .newcomer)]
        hooks = Standing.outermostFirst(hooks) ?? []
    }

    private static func failure(of hook: Standing, over ending: Ending) -> Ending {
        if case .failed(let earlier) = ending { .failed([hook.letter] + earlier) } else { .failed([hook.letter]) }
    }

    private mutating func write(_ text: [UInt8]) { log += text }
    private mutating func write(_ sign: Unicode.Scalar) { log.append(UInt8(ascii: sign)) }
}
