/* SPDX-License-Identifier: Apache-2.0 */
/* A module that uses services of the contract that it is compiled with. */
#include <heddle/module.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

HEDDLE_MODULE("kept", "1.0.0")
HEDDLE_NEEDS("heddle.host")
#if HEDDLE_CONTRACT >= 4
HEDDLE_NEEDS_FIELD(module_path)
HEDDLE_WANTS("another.service")
#endif

HEDDLE_SIZED_TYPE(point, typedef struct { double x, y; } point)
HEDDLE_FIELD(point, y)
HEDDLE_INSTANCE(kept, kept_create, kept_destroy)
#if HEDDLE_CONTRACT >= 2
HEDDLE_SETTING("The name that is greeted.", const char *name = "Ada")
HEDDLE_SETTING("How often.", _Field_range_(1, 100) int32_t times = 2)
HEDDLE_SETTING("Some numbers.", double numbers[] = {1, 2.5})
#endif

HEDDLE_ACTION(int32_t, add, int32_t a, int32_t b)
HEDDLE_ACTION(int32_t, add_by_host, int32_t a, int32_t b)
HEDDLE_ACTION(double, length_squared, point p)
HEDDLE_ACTION(void, refuse, _In_z_ const char *why)
HEDDLE_ACTION(_Free_(give_back) char *, copy, _In_z_ const char *text)
HEDDLE_ACTION(void, give_back, _Post_ptr_invalid_ char *text)
HEDDLE_ACTION(const char *, name_of, _Self_ kept *self)
HEDDLE_ACTION(int32_t, times_of, _Self_ kept *self)
HEDDLE_ACTION(void, tell, _In_z_ const char *text)
HEDDLE_HOOK(add_again)
HEDDLE_HOOK(note_result)

struct kept {
    char name[64];
    int32_t times;
};

int32_t add(int32_t a, int32_t b) { return a + b; }

int32_t add_by_host(int32_t a, int32_t b) {
    heddle_action *action = heddle->find("kept.add", "int32_t add(int32_t, int32_t)");
    void *arguments[2];
    int64_t result = 0;
    arguments[0] = &a;
    arguments[1] = &b;
    if (action == NULL || !heddle->call(action, arguments, &result)) return -1;
#if HEDDLE_CONTRACT >= 3
    /* Past the hooks, the result is the action's own. */
    int64_t bare = 0;
    if (!heddle->call_bare(action, arguments, &bare)) return -1;
    return HEDDLE_CAST(int32_t, result - bare);
#else
    return HEDDLE_CAST(int32_t, result);
#endif
}

double length_squared(point p) { return p.x * p.x + p.y * p.y; }

void refuse(const char *why) { heddle->fail("refused", why); }

char *copy(const char *text) {
    char *copied = HEDDLE_CAST(char *, heddle->allocate(strlen(text) + 1));
    return copied == NULL ? NULL : strcpy(copied, text);
}

void give_back(char *text) { heddle->release(text); }

void tell(const char *text) {
    heddle->log(HEDDLE_WARNING, text);
    heddle->emit("told", "1");
}

kept *kept_create(const heddle_config *config) {
    kept *made = HEDDLE_CAST(kept *, calloc(1, sizeof *made));
    if (made == NULL) return NULL;
    strncpy(made->name, heddle->config_text(config, "name", "Grace"), sizeof made->name - 1);
#if HEDDLE_CONTRACT >= 2
    made->times = HEDDLE_CAST(int32_t, heddle->config_integer(config, "times", 0));
    made->times += HEDDLE_CAST(int32_t, heddle->config_count(config, "numbers"));
    if (heddle->config_has(config, "times") || heddle->module_path() == NULL) made->times = -1;
#else
    made->times = HEDDLE_CAST(int32_t, heddle->config_number(config, "times", 4));
    if (heddle->config_bool(config, "strict", false)) made->times = -1;
#endif
    return made;
}

void kept_destroy(kept *instance) { free(instance); }

const char *name_of(kept *self) { return self->name; }

int32_t times_of(kept *self) { return self->times; }

/* Runs the body a second time, and gives its result and one more. */
void add_again(heddle_call *call) {
    if (heddle->proceed(call) != HEDDLE_RETURNED || heddle->proceed(call) != HEDDLE_RETURNED) return;
    int32_t sum;
    memcpy(&sum, call->result, sizeof sum);
    sum += 1;
    memcpy(call->result, &sum, sizeof sum);
    heddle->answer(call);
}

void note_result(heddle_call *call) {
    if (call->status != HEDDLE_RETURNED || call->position != HEDDLE_AFTER) return;
#if HEDDLE_CONTRACT >= 3
    heddle->set_errno(call, heddle->depth(call) == 0 ? EDOM : ERANGE);
#endif
}
