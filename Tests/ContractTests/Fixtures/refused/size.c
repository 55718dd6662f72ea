/* SPDX-License-Identifier: Apache-2.0 */
#include <heddle/module.h>

HEDDLE_MODULE("refused", "1")
HEDDLE_SIZED_TYPE(pair, typedef struct { int32_t a, b; } couple)
