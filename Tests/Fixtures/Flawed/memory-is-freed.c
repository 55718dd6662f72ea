// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>
#include <stdlib.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_INSTANCE(thing, thing_create, thing_destroy)
HEDDLE_ACTION(int32_t, act, _Self_ thing *self)

struct thing {
    int32_t *numbers;
};

thing *thing_create(const heddle_config *config) {
    (void)config;
    return calloc(1, sizeof(thing));
}

// It forgets the numbers, which an instance has only if somebody calls the action.
void thing_destroy(thing *self) { free(self); }

int32_t act(thing *self) {
    if (self->numbers == NULL) self->numbers = calloc(25, sizeof(int32_t));
    return self->numbers == NULL ? 0 : self->numbers[0];
}
