// SPDX-License-Identifier: Apache-2.0
// flags: -D_GNU_SOURCE -lm
#include <heddle/module.h>
#include <fenv.h>

HEDDLE_MODULE("flawed", "1.0.0")
__attribute__((constructor)) static void begin(void) {
    fesetround(FE_UPWARD);
}
HEDDLE_ACTION(int32_t, act, int32_t number)

int32_t act(int32_t number) { return number / 2; }
