// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>
#include <errno.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_ACTION(int32_t, act, int32_t number)

int32_t act(int32_t number) {
    errno = 4000;
    return number / 2;
}
