// SPDX-License-Identifier: Apache-2.0
// flags: -D_GNU_SOURCE
#include <heddle/module.h>
#include <signal.h>

HEDDLE_MODULE("flawed", "1.0.0")
static void ignore(int number) { (void)number; }

__attribute__((constructor)) static void begin(void) {
    signal(SIGUSR1, ignore);
}
HEDDLE_ACTION(int32_t, act, int32_t number)

int32_t act(int32_t number) { return number / 2; }
