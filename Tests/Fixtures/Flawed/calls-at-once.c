// SPDX-License-Identifier: Apache-2.0
// flags: -D_GNU_SOURCE
#include <heddle/module.h>
#include <sched.h>
#include <stdlib.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_ACTION(int32_t, act, int32_t number)

static int inside;

int32_t act(int32_t number) {
    if (__atomic_add_fetch(&inside, 1, __ATOMIC_SEQ_CST) != 1) abort();
    for (int turn = 0; turn < 3; turn++) sched_yield();
    __atomic_sub_fetch(&inside, 1, __ATOMIC_SEQ_CST);
    return number / 2;
}
