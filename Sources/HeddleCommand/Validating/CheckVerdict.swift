// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations
import HeddleDiagnostics
import HeddleReport

/// A use of memory that is not the module's.
enum MemoryMisuse {
    /// The allocator of libc has found its own memory overwritten, or freed wrongly.
    case heap
    /// The memory behind an argument was left, or kept, or written where it is const.
    case argument
}

/// The verdict of a check about a module.
struct CheckVerdict {
    let outcome: CaseOutcome
    /// The reason why it was skipped.
    let reason: String?
    let diagnostics: [Diagnostic]
    /// The misuse of memory that the process died of: later, it may crash any code.
    let misuse: MemoryMisuse?

    init(_ outcome: CaseOutcome, reason: String? = nil, _ diagnostics: [Diagnostic] = [], misuse: MemoryMisuse? = nil) {
        (self.outcome, self.reason, self.diagnostics) = (outcome, reason, diagnostics)
        self.misuse = misuse
    }

    static func skipped(_ reason: String) -> CheckVerdict { CheckVerdict(.skipped, reason: reason) }

    /// Runs the part of a check that makes findings.
    init(of check: Check, _ findings: () throws -> [String]) {
        do {
            let found = try findings()
            self.init(found.isEmpty ? .passed : .failed, found.map(check.diagnostic))
        } catch let skipped as Check.Skipped {
            self = .skipped(skipped.reason)
        } catch let remarks as Check.Remarks {
            self.init(.passed, remarks.all.map { check.warning($0, remarks.mend) })
        } catch let mistake as Diagnostic {
            self.init(.failed, [check.diagnostic(mistake.message)])
        } catch let mistakes as Diagnostics where mistakes.all.contains(where: \.isOfInput) {
            // The fault is not the module's.
            self.init(.failed, mistakes.all)
        } catch let mistakes as Diagnostics {
            self.init(.failed, mistakes.all.map { check.diagnostic($0.message) })
        } catch let failure as Failure {
            self.init(.failed, [check.diagnostic("\(failure.excerpt)")])
        } catch {
            self.init(.failed, [check.diagnostic("\(error)")])
        }
    }

    /// Runs a check in this process, which is that of the check.
    init(of check: Check, on trial: Trial) {
        switch check.body {
        case .file, .reading, .watched: self = .skipped("it runs nothing")
        case .running(let body), .runningToTheEnd(let body): self.init(of: check) { try body(trial) }
        }
    }

    // MARK: The channel

    /// The line behind the diagnostics, with which a process says that the check has come to its end.
    var lastLine: [UInt8] {
        Array((Value.array([.string(outcome.rawValue), reason.map { .string($0) } ?? .null]).json + "\n").utf8)
    }

    /// The verdict of such a line.
    init?(_ words: [String], _ diagnostics: [Diagnostic]) {
        guard let word = words.first, let outcome = CaseOutcome(rawValue: word) else { return nil }
        self.init(outcome, reason: words.count > 1 ? words[1] : nil, diagnostics)
    }
}

extension Diagnostic {
    /// True if it is about the bindings or the configuration, which the user gives.
    fileprivate var isOfInput: Bool {
        switch code {
        case .bindings, .config: true
        default: false
        }
    }
}
