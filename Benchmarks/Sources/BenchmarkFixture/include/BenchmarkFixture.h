// SPDX-License-Identifier: Apache-2.0
// Nothing is called by linking: the module is found at run time.
