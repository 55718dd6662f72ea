// SPDX-License-Identifier: Apache-2.0

package import HeddleDeclarations
import Synchronization

/// `guard`: lets only those calls pass to which nothing objects.
///
/// A call that is refused fails with the code `refused`; neither what stands further in nor the action sees it.
package final class GuardRule: AspectRule {
    private let code: String
    private let message: String?
    private let counts = Mutex((passed: 0, refused: 0))

    /// Creates the rule.
    ///
    /// - Parameters:
    ///   - code: of the failure.
    ///   - message: of the failure; unless given it says what did not hold.
    package init(code: String = FailureCode.refused.rawValue, message: String? = nil) {
        self.code = code
        self.message = message
    }

    /// Lets the call pass, or fails it.
    ///
    /// - Parameter objection: why the call may not pass.
    package func course<Output>(_ objection: GuardObjection?) -> Course<Output> {
        counts.withLock { if objection == nil { $0.passed += 1 } else { $0.refused += 1 } }
        guard let objection else { return .proceed { _ in .done } }
        return .fail(Failure(code: code, message: message ?? objection.message, suppressed: objection.causes))
    }

    /// `passed` and `refused`.
    package func facts() -> [Value.Member] {
        counts.withLock { [Value.Member("passed", $0.passed), Value.Member("refused", $0.refused)] }
    }
}

/// Why a call may not pass a guard.
package struct GuardObjection: Sendable {
    let message: String
    let causes: [Failure]

    /// That something does not hold.
    package init(_ message: String, causes: [Failure] = []) {
        self.message = message
        self.causes = causes
    }

    /// That who was asked says no.
    package static func refusal(by name: String) -> GuardObjection { GuardObjection("\(name) says no") }

    /// That who was to be asked has failed.
    package static func silence(of name: String, _ error: any Error) -> GuardObjection {
        GuardObjection("\(name) could not be asked", causes: [Failure(error)])
    }
}
