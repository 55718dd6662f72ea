/* SPDX-License-Identifier: Apache-2.0 */
#include <heddle/module.h>

HEDDLE_MODULE("outside", "1")
HEDDLE_ACTION(int32_t, seven, void)

int32_t seven(void) { return 7; }
