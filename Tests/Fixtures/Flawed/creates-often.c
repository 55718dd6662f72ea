// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>
#include <stdlib.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_INSTANCE(thing, thing_create, thing_destroy)
HEDDLE_ACTION(int32_t, act, _Self_ thing *self)

struct thing {
    int32_t number;
};

static int32_t made;

thing *thing_create(const heddle_config *config) {
    (void)config;
    return made++ < 500 ? calloc(1, sizeof(thing)) : NULL;
}

void thing_destroy(thing *self) { free(self); }

int32_t act(thing *self) { return self->number; }
