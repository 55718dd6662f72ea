// SPDX-License-Identifier: Apache-2.0

/// The position of a hook in a call. The raw value is its key in a behaviour.
public enum HookPosition: String, Hashable, Sendable, CaseIterable {
    /// Before the body; outermost first.
    case before
    /// In place of the body, around the code that it proceeds to.
    case instead
    /// After the body, innermost first, however the call ended.
    case after
}
