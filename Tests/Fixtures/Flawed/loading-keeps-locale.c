// SPDX-License-Identifier: Apache-2.0
// flags: -D_GNU_SOURCE
#include <heddle/module.h>
#include <locale.h>

HEDDLE_MODULE("flawed", "1.0.0")
__attribute__((constructor)) static void begin(void) {
    setlocale(LC_ALL, "C.UTF-8");
}
HEDDLE_ACTION(int32_t, act, int32_t number)

int32_t act(int32_t number) { return number / 2; }
