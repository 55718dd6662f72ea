// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>

HEDDLE_MODULE("flawed", "1.0.0")
static int32_t calls;
HEDDLE_ACTION(_Idempotent_ int32_t, act, int32_t number)

int32_t act(int32_t number) { return number / 2 + calls++; }
