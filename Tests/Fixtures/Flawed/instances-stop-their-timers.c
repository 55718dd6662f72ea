// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>
#include <stdlib.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_INSTANCE(thing, thing_create, thing_destroy)
HEDDLE_ACTION(int32_t, act, _Self_ thing *self)

struct thing {
    int32_t number;
};

static void tick(void *context) { (void)context; }

thing *thing_create(const heddle_config *config) {
    (void)config;
    const heddle_main *main_thread = HEDDLE_SERVICE(heddle_main, "heddle.main");
    if (main_thread != NULL) main_thread->start_timer(3600000000000, tick, NULL);
    return calloc(1, sizeof(thing));
}

void thing_destroy(thing *self) { free(self); }

int32_t act(thing *self) { return self->number; }
