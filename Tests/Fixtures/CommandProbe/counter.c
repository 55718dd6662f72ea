/* SPDX-License-Identifier: Apache-2.0 */
/* A module with instances that say when they come and go. */
#include <heddle/module.h>
#include <stdio.h>
#include <stdlib.h>

HEDDLE_MODULE("counter", "1.0.0")

HEDDLE_SETTING("The number before the first count.", int64_t from = 0)
HEDDLE_SETTING("Fails when it is made.", bool refuse = false)
HEDDLE_SETTING("Fails when it is destroyed.", bool fragile = false)
HEDDLE_SETTING("Prints a line when it is made.", bool loud = false)
HEDDLE_INSTANCE(counter, counter_create, counter_destroy)
HEDDLE_ACTION(int64_t, count, _Self_ counter *self)

struct counter {
    int64_t value;
    bool isFragile;
};

counter *counter_create(const heddle_config *config) {
    if (heddle->config_bool(config, "refuse", false)) {
        heddle->fail("refused", "no counter today");
        return NULL;
    }
    counter *self = calloc(1, sizeof *self);
    if (self == NULL) return NULL;
    self->value = heddle->config_integer(config, "from", 0);
    self->isFragile = heddle->config_bool(config, "fragile", false);
    if (heddle->config_bool(config, "loud", false)) {
        printf("a counter from %lld\n", (long long)self->value);
        fflush(stdout);
    }
    return self;
}

void counter_destroy(counter *self) {
    if (self->isFragile) heddle->fail("broken", "the counter broke");
    free(self);
}

int64_t count(counter *self) { return ++self->value; }
