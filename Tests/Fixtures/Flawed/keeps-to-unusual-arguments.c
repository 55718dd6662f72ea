// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_ACTION(int32_t, act, _In_reads_(count) const int32_t *numbers, int32_t count)

int32_t act(const int32_t *numbers, int32_t count) {
    // There is no first one among none.
    volatile int32_t first = numbers[0];
    return count == 0 ? 0 : first & 1;
}
