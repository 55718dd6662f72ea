/* SPDX-License-Identifier: Apache-2.0 */
/* A project that has the words of SAL already, under other definitions. */
#define _In_
#define _In_reads_(size)
#define _Out_ __attribute__((unused))

#include <heddle/module.h>

HEDDLE_MODULE("sal", "1")
HEDDLE_ACTION(int32_t, first, _In_reads_(count) const int32_t *values, size_t count)

int32_t first(const int32_t *values, size_t count) { return count > 0 ? values[0] : 0; }
