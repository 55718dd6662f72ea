// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>
#include <stdlib.h>

HEDDLE_MODULE("flawed", "1.0.0")
static void end(void) { abort(); }

__attribute__((constructor)) static void begin(void) {
    atexit(end);
}
HEDDLE_ACTION(int32_t, act, int32_t number)

int32_t act(int32_t number) { return number / 2; }
