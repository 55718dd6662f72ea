// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>
#include <stdlib.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_ACTION(int32_t, act, _In_reads_(count) const int32_t *numbers, size_t count)

int32_t act(const int32_t *numbers, size_t count) {
    if (count > 60000) abort();
    return count == 0 ? 0 : numbers[count - 1];
}
