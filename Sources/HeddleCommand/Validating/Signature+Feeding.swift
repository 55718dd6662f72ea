// SPDX-License-Identifier: Apache-2.0

import HeddleDeclarations

extension Signature {
    /// True for a function of bindings that takes any values of its types, as far as its declaration says.
    ///
    /// A header does not say which numbers and pointers a function takes: a `const char *` may be a text or the begin
    /// of a buffer, and an `int` a length, a descriptor or a process. Annotations say it, and whoever writes one for a
    /// function has looked at it. Without any, only functions of floating-point numbers are called.
    var isFedSafely: Bool {
        if isVariadic || parameters.contains(where: \.isOfProcess) { return false }
        if parameters.contains(where: { $0.type.isPointer && !$0.isAnnotated }) { return false }
        let isOfMathematics = !parameters.isEmpty && ([result] + parameters.map(\.type)).allSatisfy(\.isFloating)
        return isAnnotated || isOfMathematics
    }

    /// True if an annotation says something of the function.
    private var isAnnotated: Bool {
        isIdempotent || success != nil || release != nil || resultMayBeNull || resultCount != nil
            || parameters.contains(where: \.isAnnotated)
    }
}

extension Parameter {
    /// True for what stands for a descriptor, a process or a user, to which a call with any number may do harm.
    fileprivate var isOfProcess: Bool {
        if case .named(let name, _) = type, ["pid_t", "uid_t", "gid_t", "id_t"].contains(name) { return true }
        guard case .integer = type.canonical, let name else { return false }
        let word = name.drop { $0 == "_" }.lowercased()
        return ["fd", "fildes", "filedes", "sockfd", "socket", "pid", "pgid", "descriptor"].contains {
            word == $0 || word.hasSuffix("_\($0)")
        } || word.hasSuffix("fd")
    }
}

extension CType {
    fileprivate var isFloating: Bool {
        if case .floating = canonical { true } else { false }
    }
}
