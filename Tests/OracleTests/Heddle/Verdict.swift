// SPDX-License-Identifier: Apache-2.0

/// The outcome of one case in one way of running it.
enum Verdict: Hashable {
    case right
    /// It was refused before anything was called, for a reason.
    case refused(String)
    /// It was not: what was seen instead.
    case wrong(String)
    /// The process that ran it died. Only those who run in a process of their own can have this one.
    case crashed

    var name: String {
        switch self {
        case .right: "right"
        case .refused: "refused"
        case .wrong: "wrong"
        case .crashed: "crashed"
        }
    }
}

/// A way of running a case.
enum Way: String, CaseIterable {
    case call
    case hooked
    case callback
}
