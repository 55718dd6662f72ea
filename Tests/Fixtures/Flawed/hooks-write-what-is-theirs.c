// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_HOOK(recover)
HEDDLE_ACTION(int32_t, act, int32_t number)

void recover(heddle_call *call) {
    if (call->position == HEDDLE_AFTER && call->status == HEDDLE_FAILED) call->status = HEDDLE_RETURNED;
}

int32_t act(int32_t number) { return number / 2; }
