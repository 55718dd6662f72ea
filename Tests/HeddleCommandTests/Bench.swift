// SPDX-License-Identifier: Apache-2.0

import Workbench

/// A folder with behaviours in it, and the command that runs them there.
struct Bench {
    let folder: ScratchFolder
    let modules: String
    private let program: Program

    init(modules: String? = nil) throws {
        folder = try ScratchFolder()
        self.modules = try modules ?? BuiltModules.probes
        program = try Program.built("heddle")
    }

    /// Runs the command in the folder.
    func heddle(
        _ arguments: String..., environment: [String: String] = [:], input: String = ""
    ) throws -> Program.Ended {
        try program.run(arguments, in: folder.path, environment: environment, input: input)
    }

    /// Runs the command on a behaviour, with the fixtures on the module path.
    func heddle(_ command: String, behaviour: String, _ options: String...) throws -> Program.Ended {
        try folder.write("stack.json", behaviour)
        return try program.run([command, "-m", modules, "stack.json"] + options, in: folder.path)
    }

    /// Runs a behaviour, and reads its events.
    func events(of behaviour: String) throws -> [Event] {
        try heddle("run", behaviour: behaviour, "--json").events
    }

    /// Starts the command on a behaviour, and does not wait for it.
    func start(_ command: String, behaviour: String, _ options: String...) throws -> Started {
        try folder.write("stack.json", behaviour)
        return try program.start([command, "-m", modules, "stack.json"] + options, in: folder.path)
    }
}

/// A behaviour whose first step prints CALLED, so that one can see whether anything was called.
///
/// - Parameters:
///   - steps: the steps behind that one, each with a comma before it.
///   - rest: further keys of the behaviour, each with a comma before it.
func behaviour(_ steps: String = "", rest: String = "") -> String {
    """
    { "behaviour": 1,
      "modules": { "probe": { "library": "probe" } },
      "steps": [
        { "call": "probe.say", "with": ["CALLED"] }\(steps)
      ]\(rest) }
    """
}
