// SPDX-License-Identifier: Apache-2.0
// flags: -D_GNU_SOURCE
#include <heddle/module.h>
#include <sys/time.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_ACTION(int32_t, act, int32_t number)

int32_t act(int32_t number) {
    struct itimerval timer = {{0, 0}, {3600, 0}};
    setitimer(ITIMER_REAL, &timer, NULL);
    return number / 2;
}
