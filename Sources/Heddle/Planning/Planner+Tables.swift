// SPDX-License-Identifier: Apache-2.0

internal import HeddleBehaviour
internal import HeddleDeclarations
internal import HeddleDiagnostics
internal import HeddleForeign
internal import HeddleJSON

extension Planner {
    /// Loads the modules that are tables, each behind the module that has it.
    mutating func loadTables() {
        var waiting = behaviour.modules.compactMap { entry in entry.table.map { (entry, $0) } }
        while !waiting.isEmpty {
            let names = Set(waiting.map(\.0.name.value))
            let ready = waiting.filter { entry, table in
                !ActionName.candidates(in: table.source.value).contains { names.contains($0.module) }
            }
            if ready.isEmpty { return noteCycle(waiting.map(\.0)) }
            for (entry, table) in ready { load(entry, table) }
            let loaded = Set(ready.map(\.0.name.value))
            waiting.removeAll { loaded.contains($0.0.name.value) }
        }
    }

    private mutating func noteCycle(_ entries: [ModuleEntry]) {
        for entry in entries {
            note(
                Diagnostics([
                    Diagnostic(
                        code: .module(.table),
                        "the table \(entry.name.value) would have to be there before itself")
                ]), of: entry)
        }
    }

    private mutating func load(_ entry: ModuleEntry, _ table: ModuleEntry.Table) {
        let candidates = ActionName.candidates(in: table.source.value)
        if let reason = candidates.compactMap({ modules.absent[$0.module] }).first {
            // The error of the module that has it was told.
            modules.note(absent: entry.name.value, reason)
            return
        }
        do throws(Diagnostics) {
            // The host may have modules that are none of the file's.
            guard candidates.contains(where: { modules[$0.module] != nil }) || !behaviour.leavesOut.module else {
                modules.note(
                    absent: entry.name.value,
                    Diagnostic(code: .module(.table), "the module of the table \(entry.name.value) is wrong"))
                return
            }
            let module = try host.loadTable(
                entry.name.value, table.source.value, as: table.type?.value, isOfProgram: false)
            modules.take(module)
        } catch {
            note(error, of: entry)
        }
    }

    /// Checks the arguments of the actions that make tables, once the hooks of tables among these are woven.
    mutating func planTables() {
        for entry in behaviour.modules {
            guard let table = entry.table, let made = modules[entry.name.value], !made.isOfProgram,
                let module = made.table
            else { continue }
            guard let maker = module.maker else {
                if let written = table.written {
                    mistakes.append(.tableTakesNothing(table.source.value).located(at: written.range))
                }
                continue
            }
            let step = Step(
                call: Located(maker.name, at: table.source.range), arguments: table.arguments, saves: [],
                expectations: [], range: table.source.range)
            var planner = CallPlanner(step: step, action: maker, host: host, calls: calls)
            var saved: [String: SavedShape] = [:]
            let (call, site) = planner.plan(saved: &saved)
            mistakes += planner.mistakes
            site?.call.discardArguments()
            module.setArguments(call.arguments)
        }
    }
}
