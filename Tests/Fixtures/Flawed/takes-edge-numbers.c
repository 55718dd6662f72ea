// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>
#include <stdlib.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_ACTION(int32_t, act, int32_t number)

int32_t act(int32_t number) {
    if (number == INT32_MIN) abort();
    return number / 2;
}
