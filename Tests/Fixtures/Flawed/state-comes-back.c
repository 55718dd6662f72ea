// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>
#include <stdlib.h>
#include <string.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_INSTANCE(thing, thing_create, thing_destroy)
HEDDLE_ACTION(int32_t, act, _Self_ thing *self)
HEDDLE_OFFERS("heddle.state", heddle_state, thing_state)

struct thing {
    int32_t number;
};

thing *thing_create(const heddle_config *config) {
    (void)config;
    thing *self = calloc(1, sizeof(thing));
    if (self != NULL) self->number = 1;
    return self;
}

void thing_destroy(thing *self) { free(self); }
int32_t act(thing *self) { return self->number; }

static bool save(void *instance, heddle_write write, void *stream) {
    const thing *self = instance;
    write(stream, &self->number, sizeof self->number);
    return true;
}

static bool load(void *instance, const void *bytes, size_t count) {
    thing *self = instance;
    if (count != sizeof self->number) return false;
    memcpy(&self->number, bytes, count);
    self->number++;
    return true;
}

const heddle_state thing_state = {sizeof(heddle_state), save, load};
