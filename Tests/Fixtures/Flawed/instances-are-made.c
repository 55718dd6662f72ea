// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_TYPE(typedef struct thing thing)
HEDDLE_ACTION(int32_t, act, _Self_ thing *self)

int32_t act(thing *self) { return self == NULL; }
