// SPDX-License-Identifier: Apache-2.0

internal import HeddleDeclarations

/// The machine that Heddle was built for. Nothing else in this target names one.
enum Machine {
    #if arch(x86_64)
        static let name = "x86-64"
        /// The calling convention by which Heddle places arguments itself; nil where libffi alone does.
        static let convention: (any CallingConvention.Type)? = SystemV.self
    #elseif arch(arm64)
        static let name = "AArch64"
        static let convention: (any CallingConvention.Type)? = AArch64.self
    #elseif arch(riscv64)
        static let name = "RISC-V"
        static let convention: (any CallingConvention.Type)? = nil
    #elseif arch(powerpc64le)
        static let name = "POWER"
        static let convention: (any CallingConvention.Type)? = nil
    #elseif arch(s390x)
        static let name = "s390x"
        static let convention: (any CallingConvention.Type)? = nil
    #else
        static let name = "this machine"
        static let convention: (any CallingConvention.Type)? = nil
    #endif
}
