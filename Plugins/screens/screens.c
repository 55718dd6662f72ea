/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A module whose instances are the screens of an app. It knows nothing of analytics: Examples/tracking.json tracks what
 * it does without a line of it.
 */
#include <heddle/module.h>
#include <stdlib.h>

HEDDLE_MODULE("screens", "1.0.0")
HEDDLE_NEEDS("heddle.host")

HEDDLE_SETTING("The name of the screen; without one it is not tracked by name.", const char *name = "")
HEDDLE_SETTING("The currency of the prices on it.", const char *currency = "EUR")
HEDDLE_INSTANCE(screen, screen_create, screen_destroy)
HEDDLE_ACTION(void, show, _Self_ screen *self)
HEDDLE_ACTION(const char *, screen_name, _Self_ screen *self)
HEDDLE_ACTION(void, log_in, _Self_ screen *self, const char *user, _Secret_ const char *password)
HEDDLE_ACTION(void, log_out, _Self_ screen *self)
HEDDLE_ACTION(void, press_share, _Self_ screen *self, double price)

struct screen {
    const char *name; /* the host's, for as long as this screen lives */
};

screen *screen_create(const heddle_config *config) {
    screen *self = calloc(1, sizeof *self);
    if (self == NULL) {
        heddle->fail("outOfMemory", "there is no memory for a screen");
        return NULL;
    }
    self->name = heddle->config_text(config, "name", "");
    return self;
}

void screen_destroy(screen *self) { free(self); }

void show(screen *self) { (void)self; }

const char *screen_name(screen *self) { return self->name; }

void log_in(screen *self, const char *user, const char *password) {
    (void)self;
    (void)user;
    if (password[0] == '\0') {
        heddle->fail("wrongPassword", "the password is empty");
    }
}

void log_out(screen *self) { (void)self; }

void press_share(screen *self, double price) {
    (void)self;
    (void)price;
}
