// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>

HEDDLE_MODULE("two words", "1.0.0")
HEDDLE_ACTION(int32_t, act, int32_t number)

int32_t act(int32_t number) { return number / 2; }
