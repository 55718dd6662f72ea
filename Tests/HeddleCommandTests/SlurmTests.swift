// SPDX-License-Identifier: Apache-2.0

import Testing
import Workbench

@Suite("heddle test: parts of a run as an array of a real Slurm")
struct SlurmTests {
    private let bench: TestBench

    init() throws { bench = try TestBench() }

    @Test(
        "each task runs its part, and the merge has the verdict of the run in one part",
        .enabled(if: Slurm.isInstalled, "Slurm and munge are needed: slurm-wlm and munge of Debian"),
        arguments: ["1-3", "0-8:4"])
    func array(tasks: String) throws {
        let slurm = try Slurm()
        try bench.write("a.json", good("a"), bad("b"), good("c", needs: ["a"]), good("d"), good("e"))
        let whole = try bench.test("a.json", "--json")
        try bench.folder.write("earlier.jsonl", whole.output)
        let heddle = try Program.built("heddle").path
        let array = try slurm.run(
            "\(heddle) test -m \(bench.bench.modules) a.json --shard auto --durations earlier.jsonl --json "
                + ">part.$SLURM_ARRAY_TASK_ID.jsonl",
            tasks: tasks, in: bench.folder.path)
        #expect(array.output.hasPrefix("Submitted batch job"), "\(array.errors)")
        // Slurm gives the gravest status of its tasks.
        #expect(array.status == 1)
        let merged = try Program("sh").run(
            ["-c", "\(heddle) report --from part.*.jsonl --json --verdict"], in: bench.folder.path)
        #expect(merged.errors == "")
        #expect(merged.status == 1)
        #expect(try merged.events.filter { $0.kind == "runStarted" }.count == 3)
        #expect(try merged.outcomes.sorted() == whole.outcomes.sorted())
        #expect(try merged.events.last?.line == whole.events.last?.line)
        #expect(merged.output.contains(" of Slurm\""))
    }
}
