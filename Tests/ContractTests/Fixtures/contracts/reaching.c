/* SPDX-License-Identifier: Apache-2.0 */
/* A module of today's contract that asks which functions its host has, and calls only those. */
#include <heddle/module.h>

HEDDLE_MODULE("reaching", "1.0.0")
HEDDLE_ACTION(int32_t, reach, void)

int32_t reach(void) {
    int32_t found = HEDDLE_HAS(answer) ? 1 : 0;
    if (HEDDLE_HAS(module_path) && heddle->module_path() != NULL) found = 2;
    if (HEDDLE_HAS(call_bare) && !heddle->call_bare(NULL, NULL, NULL)) found = 3;
    const heddle_identity *identity = HEDDLE_SERVICE(heddle_identity, "heddle.identity");
    if (identity != NULL && identity->contract == 7) found = 5;
    return found;
}
