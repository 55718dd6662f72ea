/* SPDX-License-Identifier: Apache-2.0 */
/* A module in Swift that uses all of HeddleModule. */
#pragma once

#include "../../../../../include/heddle/module.h"

HEDDLE_ACTION(int32_t, divide, int32_t dividend, int32_t divisor)
HEDDLE_ACTION(void, insist, const char *code, const char *message)
HEDDLE_ACTION(bool, overflow, void)
HEDDLE_ACTION(int64_t, add_elsewhere, int32_t a, int32_t b)
HEDDLE_ACTION(double, scale_elsewhere, double value)
HEDDLE_ACTION(uint8_t, answer_elsewhere, void)

HEDDLE_EXPORT void drop(char *text);
HEDDLE_ACTION(_Free_(drop) char *, between, const char *text, bool has_nul)

HEDDLE_SETTING("The words before the name.", const char *greeting = "Hello")
HEDDLE_SETTING("How often one is greeted.", int32_t times = 1)
HEDDLE_SETTING("The largest of all.", uint64_t large = 18446744073709551615u)
HEDDLE_SETTING("How loud.", double loudness = 0.5)
HEDDLE_SETTING("True if it ends with a mark.", bool marked = true)
HEDDLE_SETTING("Who else is there.", const char *others[] = {"Bob"})
HEDDLE_INSTANCE(greeter, greeter_create, greeter_destroy)
HEDDLE_ACTION(_Free_(drop) char *, greet, _Self_ greeter *self, const char *name)
HEDDLE_ACTION(int32_t, greeted, _Self_ greeter *self)

HEDDLE_HOOK(increase)
HEDDLE_HOOK(refuse_negative)
HEDDLE_HOOK(twice)
HEDDLE_HOOK(recover)
HEDDLE_HOOK(ask_for_double)
HEDDLE_HOOK(ask_for_nothing)
HEDDLE_HOOK(skip)
HEDDLE_HOOK(tell)
