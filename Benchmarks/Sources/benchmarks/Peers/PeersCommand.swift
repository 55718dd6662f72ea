// SPDX-License-Identifier: Apache-2.0

import HeddleSystem
import ArgumentParser
import CMeasure
import HeddleDeclarations
import HeddleForeign

/// What else there is for the same job, beside Heddle's own rows.
struct PeersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "peers", abstract: "Calls of int add(int, int) by others, with something around them.",
        discussion: "Each peer runs in a process of its own; one that is not installed says so in its row.")

    @OptionGroup var format: OutputOptions

    @Option(help: "How often everything is measured; the figures are medians.")
    var rounds = 101

    @Option(help: "How many calls one measurement makes.")
    var calls = 10_000

    @Option(help: "The folder with the peers' scripts.")
    var scripts = "Benchmarks/Peers"

    @Option(help: "The Python that has the peers in Python.")
    var python = "python3"

    func validate() throws {
        guard calls > 0, rounds > 0 else { throw ValidationError("--calls and --rounds must be at least 1") }
    }

    func run() throws {
        let own = try ownRows()
        let baseline = own.first { $0.name == CallBench.baseline }?.nanoseconds ?? 1
        var rows: [(name: String, nanoseconds: Double?)] = own.map { ($0.name, $0.nanoseconds) }
        for peer in peers {
            rows += try peerRows(peer)
        }
        for row in rows where format.json { print(json(row, baseline)) }
        if !format.json { print(table(rows, baseline)) }
    }

    private var peers: [Peer] {
        [
            Peer(name: "LuaJIT", program: "luajit", script: "luajit_ffi.lua"),
            Peer(name: "ctypes with pluggy and wrapt", program: python, script: "ctypes_hooks.py"),
            Peer(name: "Frida", program: python, script: "frida_interceptor.py"),
        ]
    }

    private func ownRows() throws -> [CallMeasurement] {
        guard measure_find_fixture() else {
            throw ValidationError("libBenchmarkFixture.so does not stand beside the executable")
        }
        let arguments: [Value] = [.number(.integer(1)), .number(.integer(2))]
        let bench = try CallBench(
            "int add(int, int)", MEASURED_ADD, returns: 3, Weaver().calls(of: "add", with: arguments))
        return measure(bench.subjects, rounds: rounds, callsEach: calls)
    }

    private func peerRows(_ peer: Peer) throws -> [(name: String, nanoseconds: Double?)] {
        let fixture = "\(Environment.executableFolder ?? ".")/libBenchmarkFixture.so"
        let rows = try peer.rows(in: scripts, fixture: fixture, rounds: rounds, calls: calls)
        return rows.map { $0.map { ($0.row, $0.ns) } } ?? [(peer.name, nil)]
    }

    // MARK: Output

    private func table(_ rows: [(name: String, nanoseconds: Double?)], _ baseline: Double) -> Table {
        Table(
            title: "int add(int, int)", columns: ["ns/call", "ratio"],
            rows: rows.map { name, time in
                [name] + (time.map { [$0.fixed(2), ($0 / baseline).fixed(2)] } ?? ["not installed", ""])
            })
    }

    private func json(_ row: (name: String, nanoseconds: Double?), _ baseline: Double) -> String {
        let figures: [Value.Member] =
            row.nanoseconds.map { [.init("ns", Value($0)), .init("ratio", Value($0 / baseline))] } ?? []
        return Value.object([.init("row", .string(row.name))] + figures).json
    }
}
