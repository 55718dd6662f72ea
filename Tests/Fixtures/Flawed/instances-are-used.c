// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>
#include <stdlib.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_INSTANCE(thing, thing_create, thing_destroy)
HEDDLE_ACTION(int32_t, act, int32_t number)

struct thing {
    int32_t number;
};

thing *thing_create(const heddle_config *config) {
    (void)config;
    return calloc(1, sizeof(thing));
}

void thing_destroy(thing *self) { free(self); }

int32_t act(int32_t number) { return number / 2; }
