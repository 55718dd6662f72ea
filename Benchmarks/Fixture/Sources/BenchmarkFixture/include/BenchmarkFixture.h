// SPDX-License-Identifier: Apache-2.0
// Empty: nothing is called by linking, since the module is found at run time.
