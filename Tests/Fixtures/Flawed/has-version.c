// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>

HEDDLE_MODULE("flawed", "soon")
HEDDLE_ACTION(int32_t, act, int32_t number)

int32_t act(int32_t number) { return number / 2; }
