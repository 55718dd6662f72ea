// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_TYPE(typedef enum { RED, GREEN } color)
HEDDLE_ACTION(color, act, void)

color act(void) { return (color)7; }
