// SPDX-License-Identifier: Apache-2.0
// Flows: tables of functions, as an application for telephones has them.

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct screen {
    int number;
    const char *name;
};

struct flow {
    int window;
    void (*present)(struct screen *screen, bool animated);
    void (*replace)(struct screen *screen);
    void (*dismiss)(void);
    struct screen *(*current)(void);
};

static struct screen screens[] = {{0, "home"}, {1, "list"}, {2, "detail"}, {3, ""}};
static struct screen *stack[16];
static int depth;

// ---- a table that is data ------------------------------------------------------------------------------------------

static void present(struct screen *screen, bool animated) {
    (void)animated;
    if (depth < 16) stack[depth++] = screen;
}
static void dismiss(void) {
    if (depth > 0) depth--;
}
static struct screen *current(void) { return depth == 0 ? NULL : stack[depth - 1]; }
static void replace(struct screen *screen) {
    if (depth > 0) stack[depth - 1] = screen;
}

struct flow main_flow = {7, present, NULL, dismiss, current};
struct flow *flow_pointer = &main_flow;
int a_number = 3;

struct screen *screen(int number) { return &screens[number]; }
const char *screen_name(struct screen *screen) { return screen->name; }
int depth_now(void) { return depth; }
void reset(void) {
    depth = 0;
    main_flow = (struct flow){7, present, NULL, dismiss, current};
}
void allow_replace(void) { main_flow.replace = replace; }

// ---- tables that actions return ------------------------------------------------------------------------------------

static int made, released;

const struct flow *make_flow(int window) {
    if (window < 0) return NULL;
    struct flow *flow = malloc(sizeof *flow);
    *flow = (struct flow){window, present, replace, dismiss, current};
    made++;
    return flow;
}
void free_flow(const struct flow *flow) {
    free((void *)flow);
    released++;
}
int unreleased(void) { return made - released; }
struct flow flow_by_value(int window) { return (struct flow){window, present, replace, dismiss, current}; }
const void *any_table(const char *name) { return strcmp(name, "flow") == 0 ? &main_flow : NULL; }

// ---- what native code does with a table ----------------------------------------------------------------------------

int onboard(const struct flow *flow) {
    flow->present(&screens[1], true);
    flow->present(&screens[2], false);
    flow->dismiss();
    return flow->window;
}
int present_on(const struct flow *flow, struct screen *screen) {
    flow->present(screen, true);
    return screen->number;
}
int has_replace(const struct flow *flow) { return flow->replace != NULL; }
int onboard_by_value(struct flow flow) { return onboard(&flow); }

struct navigation {
    struct flow navigation;
    const struct flow *modal;
};
int onboard_both(struct navigation both) { return onboard(&both.navigation) + onboard(both.modal); }

static const struct flow *kept;
void keep(const struct flow *flow) { kept = flow; }
const struct flow *kept_flow(void) { return kept; }
int use_kept(void) { return onboard(kept); }
void install(const struct flow *flow) { main_flow = *flow; }

// ---- tables whose functions take them ------------------------------------------------------------------------------

struct counter {
    int (*add)(struct counter *self, int amount);
    int (*peek)(const struct counter *self);
    int total;
};
static int add(struct counter *self, int amount) { return self->total += amount; }
static int peek(const struct counter *self) { return self->total; }
struct counter main_counter = {add, peek, 100};

int add_twice(struct counter *counter, int amount) {
    counter->add(counter, amount);
    return counter->add(counter, amount);
}
int total_now(void) { return main_counter.total; }
