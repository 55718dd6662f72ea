// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>
#include <stdlib.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_HOOK(watch)
HEDDLE_ACTION(int32_t, act, int32_t number)

void watch(heddle_call *call) {
    if (call->action->count == 0) abort();
}

int32_t act(int32_t number) { return number / 2; }
