// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>
#include <stdlib.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_ACTION(int32_t, act, int32_t dividend, int32_t divisor)

int32_t act(int32_t dividend, int32_t divisor) {
    if (dividend == INT32_MIN && divisor == -1) abort();
    return divisor == 0 ? 0 : dividend / divisor;
}
