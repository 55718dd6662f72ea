/* SPDX-License-Identifier: Apache-2.0 */
/* Plays the host around the greeter, which is linked in: two instances with their own configurations. */
#include <heddle/module.h>
#include <stdio.h>
#include <string.h>

typedef struct greeter greeter;

struct heddle_config {
    const char *greeting;
};

void heddle_attach(heddle_services services);
greeter *greeter_create(const heddle_config *config);
void greeter_destroy(greeter *instance);
const char *greet(greeter *self, const char *name);

static void print_failure(const char *code, const char *message) { printf("failed %s: %s\n", code, message); }

static const char *config_text(const heddle_config *config, const char *key, const char *fallback) {
    return strcmp(key, "greeting") == 0 && config->greeting != NULL ? config->greeting : fallback;
}

static heddle_host table = {.size = sizeof table, .fail = print_failure, .config_text = config_text};

static const void *service(const char *name) { return strcmp(name, "heddle.host") == 0 ? &table : NULL; }

int main(void) {
    const heddle_config none = {NULL}, evening = {"Good evening"}, empty = {""};
    heddle_attach(service);
    greeter *plain = greeter_create(&none);
    greeter *polite = greeter_create(&evening);
    puts(greet(plain, "Ada"));
    puts(greet(polite, "Grace"));
    puts(greet(plain, "a much longer name than the one before, so that the text has to move"));
    greeter_destroy(plain);
    greeter_destroy(polite);
    puts(greeter_create(&empty) == NULL ? "null" : "an instance");
    return 0;
}
