/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A module with instances: each entry in `modules` of a behaviour that names this library gets its own greeter, made
 * from its own `config`.
 *
 * It shows HEDDLE_INSTANCE, how to declare and read a configuration, and who owns memory. The host makes the greeter
 * before the first call, passes it for each parameter with _Self_, and destroys it after the last call.
 */
#include <heddle/module.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

HEDDLE_MODULE("greeter", "1.0.0")
HEDDLE_NEEDS("heddle.host")

HEDDLE_SETTING("The words before the name.", const char *greeting = "Hello")
HEDDLE_INSTANCE(greeter, greeter_create, greeter_destroy)
HEDDLE_ACTION(const char *, greet, _Self_ greeter *self, const char *name)

struct greeter {
    const char *greeting; /* the host's, for as long as this greeter lives */
    char *text;           /* what greet last returned; ours */
};

greeter *greeter_create(const heddle_config *config) {
    const char *greeting = heddle->config_text(config, "greeting", "Hello");
    if (greeting[0] == '\0') {
        heddle->fail("emptyGreeting", "the greeting is empty: give it a text, or leave it out for \"Hello\"");
        return NULL;
    }
    greeter *self = calloc(1, sizeof *self);
    if (self == NULL) {
        heddle->fail("outOfMemory", "there is no memory for a greeter");
        return NULL;
    }
    self->greeting = greeting;
    return self;
}

void greeter_destroy(greeter *self) {
    free(self->text);
    free(self);
}

/* Returns "Hello, Ada". The greeter owns the text, and keeps it until the next call; the host copies it at once. */
const char *greet(greeter *self, const char *name) {
    size_t size = strlen(self->greeting) + strlen(", ") + strlen(name) + 1;
    char *text = realloc(self->text, size);
    if (text == NULL) {
        heddle->fail("outOfMemory", "there is no memory for the greeting");
        return "";
    }
    snprintf(text, size, "%s, %s", self->greeting, name);
    self->text = text;
    return text;
}
