// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>
#include <stdlib.h>
#include <string.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_ACTION(int32_t, act, const char *text)

int32_t act(const char *text) {
    if (strchr(text, '\xff') != NULL) abort();
    return 0;
}
