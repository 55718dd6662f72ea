// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workbench

/// A real Slurm of one node, which ends with the last reference to it.
final class Slurm {
    /// The programs, which Debian has in slurm-wlm and munge.
    private static let daemons = ["munged", "slurmctld", "slurmd"].map { "/usr/sbin/\($0)" }

    static var isInstalled: Bool {
        daemons.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) } && Program.isInstalled("sbatch")
    }

    private let folder: ScratchFolder
    private var started: [Started] = []
    private let environment: [String: String]

    /// Starts it.
    ///
    /// - Throws: the cancellation of the test, with the reason why it cannot run here.
    init() throws {
        folder = try ScratchFolder()
        environment = ["SLURM_CONF": folder("slurm.conf")]
        for name in ["state", "spool"] {
            try FileManager.default.createDirectory(atPath: folder(name), withIntermediateDirectories: false)
        }
        try folder.write("slurm.conf", configuration)
        try folder.write("cgroup.conf", "CgroupPlugin=cgroup/v1\n")
        let key = try folder.write((0..<1024).map { _ in UInt8.random(in: 0...255) }, to: "munge.key")
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: key)
        try start(
            Self.daemons[0], "--foreground", "--force", "--key-file=\(key)", "--socket=\(folder("munge.sock"))",
            "--pid-file=\(folder("munge.pid"))", "--seed-file=\(folder("munge.seed"))")
        try start(Self.daemons[1], "-D", "-f", folder("slurm.conf"))
        try start(Self.daemons[2], "-D", "-N", "node", "-f", folder("slurm.conf"))
        try awaitNode()
    }

    deinit {
        for daemon in started.reversed() { daemon.signal(SIGTERM) }
        for daemon in started { _ = daemon.ended() }
    }

    /// Runs a script of a shell as an array of tasks, and waits for their ends.
    func run(_ script: String, tasks: String, in directory: String) throws -> Program.Ended {
        try folder.write("job.sh", "#!/bin/sh\n\(script)\n")
        return try Program("sbatch").run(
            [
                "--wait", "--array=\(tasks)", "--chdir=\(directory)", "--output=\(folder("output.%a"))",
                folder("job.sh"),
            ],
            in: directory, environment: environment)
    }

    private func start(_ words: String...) throws {
        // It ends by itself if the test cannot end it.
        started.append(try Program("/usr/bin/timeout").start(["-k", "1", "300"] + words, in: folder.path))
    }

    private func awaitNode() throws {
        for _ in 0..<120 {
            let node = try Program("sinfo").run(["-h", "-o", "%T"], environment: environment)
            if node.output == "idle\n" { return }
            usleep(500_000)
        }
        let said = started.map { $0.errorsSoFar + $0.outputSoFar }.joined()
        try Test.cancel("Slurm has no idle node after a minute: \(said.suffix(2000))")
    }

    private var configuration: String {
        let (user, port) = (NSUserName(), Int.random(in: 20_000...50_000))
        return """
            ClusterName=heddle
            SlurmctldHost=localhost(127.0.0.1)
            SlurmctldPort=\(port)
            SlurmdPort=\(port + 1)
            AuthType=auth/munge
            AuthInfo=socket=\(folder("munge.sock"))
            SlurmUser=\(user)
            SlurmdUser=\(user)
            StateSaveLocation=\(folder("state"))
            SlurmdSpoolDir=\(folder("spool"))
            SlurmctldPidFile=\(folder("slurmctld.pid"))
            SlurmdPidFile=\(folder("slurmd.pid"))
            ProctrackType=proctrack/pgid
            TaskPlugin=task/none
            JobAcctGatherType=jobacct_gather/none
            AccountingStorageType=accounting_storage/none
            MpiDefault=none
            SchedulerType=sched/builtin
            NodeName=node NodeHostname=localhost NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
            PartitionName=all Nodes=node Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:8

            """
    }
}
