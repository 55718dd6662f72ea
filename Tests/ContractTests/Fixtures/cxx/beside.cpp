// SPDX-License-Identifier: Apache-2.0
// Another file of the module of calling.cpp.
#include <heddle/module.hpp>

static int32_t beside(int32_t value) { return heddle::action<int32_t(int32_t, int32_t)>{"calling.add"}(value, 2); }
HEDDLE_DESCRIBE(beside, value)
