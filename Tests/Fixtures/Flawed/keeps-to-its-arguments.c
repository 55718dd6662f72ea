// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_ACTION(int32_t, act, _In_reads_(count) const int32_t *numbers, int32_t count)

int32_t act(const int32_t *numbers, int32_t count) {
    int32_t odd = 0;
    // One more than there are. The last one counts for nothing.
    for (int32_t i = 0; i <= count; i++) {
        volatile int32_t number = numbers[i];
        odd += i < count ? number & 1 : 0;
    }
    return odd;
}
