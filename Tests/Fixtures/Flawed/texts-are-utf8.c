// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_ACTION(const char *, act, void)

const char *act(void) { return "\xff\xfe"; }
