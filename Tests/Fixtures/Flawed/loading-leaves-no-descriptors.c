// SPDX-License-Identifier: Apache-2.0
// flags: -D_GNU_SOURCE
#include <heddle/module.h>
#include <fcntl.h>

HEDDLE_MODULE("flawed", "1.0.0")
__attribute__((constructor)) static void begin(void) {
    if (open("/dev/null", O_RDONLY) < 0) return;
}
HEDDLE_ACTION(int32_t, act, int32_t number)

int32_t act(int32_t number) { return number / 2; }
