/* SPDX-License-Identifier: Apache-2.0 */
/* The smallest host: loads a module, gives it a table that prints, and calls each named action that takes nothing,
 * or with a text after '=' one that takes a text. */
#include <dlfcn.h>
#include <heddle/module.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_log(heddle_level level, const char *message) { printf("log %d: %s\n", (int)level, message); }

static void print_failure(const char *code, const char *message) { printf("failed %s: %s\n", code, message); }

static heddle_host table = {.size = sizeof table, .log = print_log, .fail = print_failure};

static const void *service(const char *name) { return strcmp(name, "heddle.host") == 0 ? &table : NULL; }

/* POSIX lets a pointer from dlsym be read as one to a function. */
static void *symbol(void *module, const char *name, void *function) {
    void *address = dlsym(module, name);
    if (address == NULL) {
        printf("%s\n", dlerror());
        exit(1);
    }
    return memcpy(function, &address, sizeof address);
}

static void call(void *module, char *action) {
    char *text = strchr(action, '=');
    if (text == NULL) {
        void (*plain)(void);
        symbol(module, action, &plain);
        plain();
    } else {
        void (*with_text)(const char *);
        *text = '\0';
        symbol(module, action, &with_text);
        with_text(text + 1);
    }
}

int main(int count, char **arguments) {
    void *module = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
    if (module == NULL) {
        printf("%s\n", dlerror());
        return 1;
    }
    void (*attach)(heddle_services);
    symbol(module, "heddle_attach", &attach);
    attach(service);
    for (int i = 2; i < count; i++) {
        call(module, arguments[i]);
    }
    return 0;
}
