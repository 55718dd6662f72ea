// SPDX-License-Identifier: Apache-2.0
// flags: -lasan
#include <heddle/module.h>

HEDDLE_MODULE("flawed", "1.0.0")
void __asan_init(void);
void (*const needed)(void) __attribute__((visibility("hidden"), used)) = __asan_init;
HEDDLE_ACTION(int32_t, act, int32_t number)

int32_t act(int32_t number) { return number / 2; }
