// SPDX-License-Identifier: Apache-2.0
// flags: -c
#include <heddle/module.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_ACTION(int32_t, act, int32_t number)

int32_t act(int32_t number) { return number / 2; }
