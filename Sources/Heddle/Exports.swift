// SPDX-License-Identifier: Apache-2.0

// The signatures of `ModuleHost` name types of these targets, such as `Value`, `ActionName` and `HookedCall`. Exporting
// the targets makes `import Heddle` sufficient for a program. Type aliases would need one declaration for each name, and
// would hide members from a client that is built with `MemberImportVisibility`.
@_exported public import HeddleDeclarations
@_exported public import HeddleDiagnostics
@_exported public import HeddleForeign
