/* SPDX-License-Identifier: Apache-2.0 */
#include <heddle/module.h>

HEDDLE_MODULE("refused", "1")
HEDDLE_ACTION(int32_t, add, int32_t a, int32_t b)
