// SPDX-License-Identifier: Apache-2.0
// flags: -D_GNU_SOURCE
#include <heddle/module.h>
#include <stdlib.h>
#include <unistd.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_INSTANCE(thing, thing_create, thing_destroy)
HEDDLE_ACTION(int32_t, act, _Self_ thing *self)

struct thing {
    int32_t number;
};

thing *thing_create(const heddle_config *config) {
    (void)config;
    thing *self = calloc(1, sizeof(thing));
    self->number = gettid();
    return self;
}

void thing_destroy(thing *self) { free(self); }

int32_t act(thing *self) {
    if (self->number != gettid()) abort();
    return 0;
}
