// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_ACTION_NAMED("same", int32_t, first, int32_t number)
HEDDLE_ACTION_NAMED("same", int32_t, second, int32_t number)

int32_t first(int32_t number) { return number / 2; }

int32_t second(int32_t number) { return number / 3; }
