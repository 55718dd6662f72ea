// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

HEDDLE_MODULE("flawed", "1.0.0")
__attribute__((constructor)) static void begin(void) {
    // A name of the thread is something that only one copy can give.
    char name[16] = "";
    prctl(PR_GET_NAME, name);
    if (strcmp(name, "taken") == 0) abort();
    prctl(PR_SET_NAME, "taken");
}
HEDDLE_ACTION(int32_t, act, int32_t number)

int32_t act(int32_t number) { return number / 2; }
