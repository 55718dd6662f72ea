/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A module that shows screens one above the other, through flows: tables of the functions that present, replace and
 * dismiss them. It knows nothing of analytics; Examples/flow.json tracks the screens by hooks around the functions.
 *
 * It shows a table of functions that an action returns, and native code that works with the table that it is given.
 */
#include <heddle/module.h>
#include <string.h>

HEDDLE_MODULE("navigation", "1.0.0")
HEDDLE_NEEDS("heddle.host")

HEDDLE_TYPE(struct screen)
HEDDLE_TYPE(struct flow {
    void (*present)(struct screen *screen, bool animated);
    void (*replace)(struct screen *screen);
    void (*dismiss)(void);
    struct screen *(*current)(void);
})
HEDDLE_ACTION(const struct flow *, main_flow, void)
HEDDLE_ACTION(struct screen *, screen, const char *name)
HEDDLE_ACTION(const char *, screen_name, struct screen *screen)
HEDDLE_ACTION(const char *, journey_step, void)
HEDDLE_ACTION(void, introduce, const struct flow *flow)

struct screen {
    const char *name; /* empty for a screen that has no name of its own */
};

static struct screen screens[] = {{"home"}, {"welcome"}, {"questions"}, {"pharmacies"}, {""}};
enum { SCREENS = sizeof screens / sizeof screens[0], DEPTH = 16 };

/* The screens that are shown, the last one on top. */
static struct screen *stack[DEPTH];
static size_t depth;

static void present(struct screen *screen, bool animated) {
    (void)animated;
    if (depth == DEPTH) {
        heddle->fail("tooDeep", "no more than 16 screens are shown one above the other");
        return;
    }
    stack[depth++] = screen;
}

static void dismiss(void) {
    if (depth == 0) {
        heddle->fail("noScreen", "there is no screen to dismiss");
        return;
    }
    depth--;
}

static void replace(struct screen *screen) {
    if (depth == 0) {
        heddle->fail("noScreen", "there is no screen to replace");
        return;
    }
    stack[depth - 1] = screen;
}

static struct screen *current(void) { return depth == 0 ? NULL : stack[depth - 1]; }

const struct flow *main_flow(void) {
    static const struct flow flow = {present, replace, dismiss, current};
    return &flow;
}

struct screen *screen(const char *name) {
    for (size_t i = 0; i < SCREENS; i++) {
        if (strcmp(screens[i].name, name) == 0) {
            return &screens[i];
        }
    }
    heddle->fail("noSuchScreen", "there is no screen of this name");
    return NULL;
}

const char *screen_name(struct screen *screen) { return screen->name; }

/* The way of a user to the screen that is shown; more than a screen knows of itself. */
static const char *step = "none";

const char *journey_step(void) { return step; }

/* The introduction of a new user: three screens, the second of which takes the place of the first. */
void introduce(const struct flow *flow) {
    step = "first visit";
    flow->present(&screens[1], true);
    flow->replace(&screens[2]);
    flow->present(&screens[4], false);
    flow->dismiss();
    flow->dismiss();
    step = "introduced";
}
