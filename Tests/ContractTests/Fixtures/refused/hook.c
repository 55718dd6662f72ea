/* SPDX-License-Identifier: Apache-2.0 */
#include <heddle/module.h>

HEDDLE_MODULE("refused", "1")
HEDDLE_HOOK(watch)

void watch(const char *call) { heddle->log(HEDDLE_INFO, call); }
