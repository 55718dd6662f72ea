// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>
#include <stdlib.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_ACTION(int32_t, act, const char *text)

int32_t act(const char *text) {
    if (text[0] == '\0') abort();
    return 0;
}
