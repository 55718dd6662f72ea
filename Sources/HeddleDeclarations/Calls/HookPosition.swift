// SPDX-License-Identifier: Apache-2.0

/// Where a hook stands in the course of a call; the raw value is the word of the behaviour file.
public enum HookPosition: String, Hashable, Sendable, CaseIterable {
    /// Before the body; outermost first.
    case before
    /// In the body's place, around whatever it proceeds to.
    case instead
    /// After the body, innermost first, however the call ended.
    case after
}
