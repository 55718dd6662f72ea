/* SPDX-License-Identifier: Apache-2.0 */
/* The header alone, for the Swift package manager, which takes no target without a source file. */
#include <heddle/module.h>
