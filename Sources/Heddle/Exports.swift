// SPDX-License-Identifier: Apache-2.0

// The signatures of `Host` name types of these targets: `Value`, `ActionName`, `Outcome`, `Diagnostic`, `HookedCall`.
// They are exported, so that `import Heddle` is all that a program needs. Type aliases would need one declaration for
// each name, and members would stay out of reach of a client that is built with `MemberImportVisibility`.
@_exported public import HeddleDeclarations
@_exported public import HeddleDiagnostics
@_exported public import HeddleForeign
