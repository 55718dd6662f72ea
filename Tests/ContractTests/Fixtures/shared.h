/* SPDX-License-Identifier: Apache-2.0 */
/* A module's own header: both of its source files include it. */
#include <heddle/module.h>

HEDDLE_TYPE(typedef struct { int32_t first, second; } pair)
HEDDLE_ACTION(int32_t, say_one, void)
HEDDLE_ACTION(int32_t, say_two, pair both)
