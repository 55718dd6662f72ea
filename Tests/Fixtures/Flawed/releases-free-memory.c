// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>
#include <string.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_ACTION(_Free_(give_back) char *, act, void)
HEDDLE_EXPORT void give_back(char *text);

char *act(void) { return strdup("a text that is longer than the smallest block of malloc"); }

void give_back(char *text) { text[0] = '\0'; }
