// SPDX-License-Identifier: Apache-2.0
// flags: -D_GNU_SOURCE
#include <heddle/module.h>
#include <sys/time.h>

HEDDLE_MODULE("flawed", "1.0.0")
__attribute__((constructor)) static void begin(void) {
    struct itimerval timer = {{0, 0}, {3600, 0}};
    setitimer(ITIMER_REAL, &timer, NULL);
}
HEDDLE_ACTION(int32_t, act, int32_t number)

int32_t act(int32_t number) { return number / 2; }
