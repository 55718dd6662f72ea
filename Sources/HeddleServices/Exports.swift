// SPDX-License-Identifier: Apache-2.0

// `ModuleHost` makes services of actions, and their signatures name types of Heddle: `import HeddleServices` is all
// that a program needs.
@_exported public import Heddle
