// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_HOOK(watch)
HEDDLE_ACTION(int32_t, act, int32_t number)

static heddle_call *kept;

void watch(heddle_call *call) {
    if (kept != NULL) heddle->depth(kept);
    kept = call;
}

int32_t act(int32_t number) { return number / 2; }
