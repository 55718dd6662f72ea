// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>
#include <string.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_ACTION(_Free_(give_back) char *, act, void)

char *act(void) { return strdup("text"); }
