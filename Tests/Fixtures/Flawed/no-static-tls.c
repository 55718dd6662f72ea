// SPDX-License-Identifier: Apache-2.0
// flags: -ftls-model=initial-exec
#include <heddle/module.h>

HEDDLE_MODULE("flawed", "1.0.0")
static _Thread_local volatile int32_t latest;
HEDDLE_ACTION(int32_t, act, int32_t number)

int32_t act(int32_t number) { return latest = number / 2; }
