// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>
#include <stdlib.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_INSTANCE(thing, thing_create, thing_destroy)
HEDDLE_ACTION(int32_t, act, _Self_ thing *self)

struct thing {
    int32_t number;
};

// All instances use it, and the first that is destroyed frees it.
static int32_t *numbers;

thing *thing_create(const heddle_config *config) {
    (void)config;
    if (numbers == NULL) numbers = calloc(8, sizeof *numbers);
    return calloc(1, sizeof(thing));
}

void thing_destroy(thing *self) {
    free(numbers);
    numbers = NULL;
    free(self);
}

int32_t act(thing *self) {
    if (numbers == NULL) {
        heddle->fail("ended", "there are no numbers any more");
        return 0;
    }
    return numbers[self->number];
}
