// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

extension JSONLine {
    /// A member of its own, where there is anything to say: only of what failed.
    mutating func member(_ circumstances: FailureContext?) {
        guard let circumstances else { return }
        object("circumstances") { line in
            line.member("difference", isFirst: true, circumstances.difference)
            if let place = circumstances.place { line.member("at", place) }
            if let type = circumstances.type { line.member("type", type) }
            line.objects("sources", circumstances.sources) { $0.members(of: $1) }
            line.objects("hooks", circumstances.hooks) { $0.members(of: $1) }
        }
    }

    private mutating func members(of source: ValueSource) {
        member("use", isFirst: true, source.use)
        member("ref", source.reference)
        member("path", source.path)
        object("from") { $0.members(of: source.giver) }
        member("saved", source.isSaved)
        if let releaser = source.releaser { object("released") { $0.members(of: releaser) } }
    }

    private mutating func members(of step: ValueSource.Step) {
        member("call", isFirst: true, step.call)
        member("at", step.place)
    }

    private mutating func members(of hook: ActiveHook) {
        member("origin", isFirst: true, hook.origin)
        if let name = hook.name { member("name", name) }
        if !hook.before.isEmpty { member("before", hook.before) }
        if !hook.instead.isEmpty { member("instead", hook.instead) }
        if !hook.after.isEmpty { member("after", hook.after) }
        if hook.isPaused { member("paused", true) }
    }
}
