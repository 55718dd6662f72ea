// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>
#include <stdlib.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_ACTION(int32_t, act, int32_t number, int32_t (*order)(int32_t a, int32_t b))

int32_t act(int32_t number, int32_t (*order)(int32_t a, int32_t b)) {
    int32_t answer = order(number, 1);
    if (answer == INT32_MIN) abort();
    return answer / 2;
}
