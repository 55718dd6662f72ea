// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>
#include <stdlib.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_TYPE(typedef enum { RED, GREEN } color)
HEDDLE_ACTION(int32_t, act, color tone)

int32_t act(color tone) {
    if (tone == GREEN) abort();
    return 0;
}
