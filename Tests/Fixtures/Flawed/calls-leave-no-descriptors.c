// SPDX-License-Identifier: Apache-2.0
// flags: -D_GNU_SOURCE
#include <heddle/module.h>
#include <fcntl.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_ACTION(int32_t, act, int32_t number)

int32_t act(int32_t number) {
    if (open("/dev/null", O_RDONLY) < 0) return 0;
    return number / 2;
}
