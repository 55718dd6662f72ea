// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>
#include <stdlib.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_ACTION(_Idempotent_ int32_t, act, int32_t number)

static void *volatile latest;

int32_t act(int32_t number) {
    latest = malloc(100);
    return number / 2;
}
