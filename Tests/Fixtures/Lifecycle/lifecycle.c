// SPDX-License-Identifier: Apache-2.0
// A module with instances, made from their configuration.

#include <heddle/module.h>
#include <stdlib.h>

HEDDLE_MODULE("lifecycle", "1.0.0")
HEDDLE_INSTANCE(counter, counter_create, counter_destroy)

struct counter {
    const char *name;
    double value, step;
};

static _Thread_local int alive;

counter *counter_create(const heddle_config *config) {
    if (heddle->config_bool(config, "silent", false)) return NULL;
    if (heddle->config_bool(config, "broken", false)) {
        heddle->fail("broken", "the configuration says so");
        return NULL;
    }
    counter *made = malloc(sizeof *made);
    if (made == NULL) return NULL;
    *made = (counter){.name = heddle->config_text(config, "name", "nameless"),
                      .value = heddle->config_number(config, "start", 0),
                      .step = heddle->config_number(config, "step", 1)};
    alive++;
    return made;
}

void counter_destroy(counter *instance) {
    alive--;
    free(instance);
}

HEDDLE_ACTION(double, advance, _Self_ counter *self)
double advance(counter *self) { return self->value += self->step; }

HEDDLE_ACTION(const char *, name_of, _Self_ counter *self, bool twice)
const char *name_of(counter *self, bool twice) { return twice ? "twice" : self->name; }

HEDDLE_ACTION(int, alive_count, void)
int alive_count(void) { return alive; }
