// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics

/// One promise that `heddle validate` holds a module to.
///
/// A check is a row of data with a function. ``all`` has all of them; each folder of promises is a table in `Checks`.
struct Check: Sendable {
    /// The one who has to mend what a check finds.
    enum Culprit: String, Sendable {
        /// The code of the module.
        case author
        /// The flags of the compiler and the linker.
        case build
        /// The module's description: its `HEDDLE_` macros.
        case description

        /// The culprit in words, behind "the fault is in".
        var words: String {
            switch self {
            case .author: "the code of the module"
            case .build: "the build of the module"
            case .description: "the description of the module"
            }
        }
    }

    /// The part of a module that a check looks at.
    enum Body: Sendable {
        /// The file, also one that Heddle refuses. Nothing of the module runs.
        case file(@Sendable (CandidateFile) throws -> [String])
        /// A file that Heddle accepts. Nothing of the module runs.
        case reading(@Sendable (ReadModule) throws -> [String])
        /// The module in a process of its own.
        case running(@Sendable (Trial) throws -> [String])
        /// The same, up to the end of the process.
        case runningToTheEnd(@Sendable (Trial) throws -> [String])
        /// The module in a process of its own under valgrind, whose faults of one kind are the findings. The process
        /// ends while the calls are still there, so that what they have returned is not lost.
        case watched(MemoryFault.Kind, @Sendable (Trial) throws -> [ExercisedModule.Call])
    }

    /// The reason why a check says nothing about a module.
    struct Skipped: Error {
        let reason: String
    }

    /// The warnings of a check that has passed.
    struct Remarks: Error {
        let all: [String]
        /// The way to mend it.
        let mend: String
    }

    /// The stable name, such as `keeps-locale`.
    let name: String
    /// The sentence that is true for a module that passes.
    let promise: String
    let culprit: Culprit
    /// The way to mend what is found.
    let mend: String
    /// The names of the checks that must have passed; without them this one says nothing.
    let needs: [String]
    /// The names of the checks whose findings this one might only repeat; without a finding of theirs it is made, also
    /// where they were skipped.
    let unless: [String]
    let body: Body

    init(
        _ name: String, _ promise: String, _ culprit: Culprit, mend: String, needs: [String] = [],
        unless: [String] = [], _ body: Body
    ) {
        (self.name, self.promise, self.culprit, self.mend) = (name, promise, culprit, mend)
        (self.needs, self.unless, self.body) = (needs, unless, body)
    }

    /// A warning, which leaves the check passed.
    func warning(_ remark: String, _ mend: String) -> Diagnostic {
        Diagnostic(.warning, .module, code: .module(.finding), "\(name): \(remark)", suggestion: mend)
    }

    /// The diagnostic of something that it found.
    func diagnostic(_ finding: String) -> Diagnostic {
        Diagnostic(
            .error, .module, code: .module(.finding), "\(name): \(finding)", suggestion: mend,
            notes: [.init("promised: \(promise)"), .init("the fault is in \(culprit.words)")])
    }
}

extension Check {
    /// The checks in the order in which they are told, each behind those that it needs.
    static let all =
        files + linking + descriptions + loading + instances + states + arguments + calls + values + unusualArguments
        + hooks + processAfterLoading + processAfterCalls + memory

    /// The check of a name; nil if there is none.
    static func named(_ name: String) -> Check? { all.first { $0.name == name } }

    /// The row of `heddle validate --list` for programs.
    var value: Value {
        .object([
            .init("event", .string("check")), .init("name", .string(name)), .init("promise", .string(promise)),
            .init("fault", .string(culprit.rawValue)), .init("mend", .string(mend)),
            .init("needs", .array(needs.map { .string($0) })), .init("unless", .array(unless.map { .string($0) })),
        ])
    }
}
