// SPDX-License-Identifier: Apache-2.0
// Actions and hooks that show in the host's events who runs, letter by letter.

#include <errno.h>
#include <heddle/module.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

HEDDLE_MODULE("weaving", "1.0.0")
HEDDLE_NEEDS("heddle.host")

static int64_t integer(void *memory) {
    int64_t value;
    memcpy(&value, memory, sizeof value);
    return value;
}
static void set_integer(void *memory, int64_t value) { memcpy(memory, &value, sizeof value); }

// ---- actions ------------------------------------------------------------------------------------------------------

HEDDLE_ACTION(int64_t, twice, int64_t number)
int64_t twice(int64_t number) {
    heddle->emit("(x)", NULL);
    return 2 * number;
}

HEDDLE_ACTION(void, quiet, void)
void quiet(void) { heddle->emit("(x)", NULL); }

HEDDLE_ACTION(int64_t, refuse, int64_t number)
int64_t refuse(int64_t number) {
    heddle->emit("(x)", NULL);
    heddle->fail("refused", "it will not do it");
    return number;
}

HEDDLE_ACTION(int64_t, refuse_twice, int64_t number)
int64_t refuse_twice(int64_t number) {
    heddle->fail("first", "one reason");
    heddle->fail(NULL, NULL);
    return number;
}

HEDDLE_ACTION(size_t, text_size, const char *text)
size_t text_size(const char *text) { return strlen(text); }

HEDDLE_ACTION(const char *, shout, const char *text)
const char *shout(const char *text) {
    static _Thread_local char loud[100];
    snprintf(loud, sizeof loud, "%s!", text);
    return loud;
}

HEDDLE_ACTION(int, touch_errno, int number)
int touch_errno(int number) {
    errno = number;
    return 0;
}

// 2 to the power of `n`, by calling itself through the host.
HEDDLE_ACTION(int64_t, power, int64_t n)
int64_t power(int64_t n) {
    if (n == 0) return 1;
    heddle_action *self = heddle->find("weaving.power", "int64_t power(int64_t n)");
    int64_t less = n - 1, result = 0;
    void *arguments[] = {&less};
    if (self == NULL || !heddle->call(self, arguments, &result)) heddle->fail("inner", "the inner call failed");
    return 2 * result;
}

// Calls another action: 1 when it returned, 0 when it failed, -1 when there is none of this type.
HEDDLE_ACTION(int, reach, const char *name, const char *declaration, int64_t number, _Out_ int64_t *result)
int reach(const char *name, const char *declaration, int64_t number, int64_t *result) {
    heddle_action *found = heddle->find(name, declaration);
    if (found == NULL) return -1;
    void *arguments[] = {&number};
    *result = 77;
    return heddle->call(found, arguments, result);
}

// Fails by itself, before and after calling another action that returns.
HEDDLE_ACTION(int64_t, fail_around, int64_t number)
int64_t fail_around(int64_t number) {
    heddle->fail("outer", "said before the inner call");
    heddle_action *inner = heddle->find("weaving.twice", "int64_t twice(int64_t)");
    void *arguments[] = {&number};
    int64_t result = 0;
    return inner != NULL && heddle->call(inner, arguments, &result) ? result : -1;
}

// Calls an action whose result is a text, twice, and joins what it got.
HEDDLE_ACTION(const char *, shout_twice, const char *text)
const char *shout_twice(const char *text) {
    static _Thread_local char both[200];
    heddle_action *shouting = heddle->find("weaving.shout", "const char *shout(const char *text)");
    const char *first = NULL, *second = NULL;
    void *arguments[] = {&text};
    if (shouting == NULL || !heddle->call(shouting, arguments, &first) || !heddle->call(shouting, arguments, &second))
        return "?";
    snprintf(both, sizeof both, "%s %s", first, second);
    return both;
}

HEDDLE_ACTION(void, end_thread, void)
void end_thread(void) { pthread_exit(NULL); }

HEDDLE_ACTION(void, crash, void)
void crash(void) { *(volatile int *)NULL = 1; }

HEDDLE_ACTION(void, end_in_abort, void)
void end_in_abort(void) { abort(); }

static int64_t overflow(int64_t depth) {
    volatile char block[4096];
    block[0] = 1;
    return depth == 0 ? 0 : overflow(depth - 1) + block[0];
}
HEDDLE_ACTION(int64_t, overflow_stack, void)
int64_t overflow_stack(void) { return overflow(INT64_MAX); }

// ---- hooks --------------------------------------------------------------------------------------------------------

// Writes its letter before and after, and brackets around what it proceeds to instead.
#define LETTER(letter)                                                                                              \
    HEDDLE_HOOK(hook_##letter)                                                                                      \
    void hook_##letter(heddle_call *call) {                                                                         \
        if (call->position == HEDDLE_INSTEAD) {                                                                     \
            heddle->emit(#letter "[", NULL);                                                                        \
            heddle->proceed(call);                                                                                  \
            heddle->emit("]", NULL);                                                                                \
        } else {                                                                                                    \
            heddle->emit(#letter, NULL);                                                                            \
        }                                                                                                           \
    }

LETTER(a)
LETTER(b)
LETTER(c)

HEDDLE_HOOK(hook_nothing)
void hook_nothing(heddle_call *call) { (void)call; }

HEDDLE_HOOK(hook_fails)
void hook_fails(heddle_call *call) {
    (void)call;
    heddle->emit("!", NULL);
    heddle->fail("hooked", "the hook refuses");
}

HEDDLE_HOOK(hook_proceeds_twice)
void hook_proceeds_twice(heddle_call *call) {
    heddle->emit("[", NULL);
    heddle->proceed(call);
    heddle->proceed(call);
    heddle->emit("]", NULL);
}

HEDDLE_HOOK(hook_skips)
void hook_skips(heddle_call *call) { (void)call; }

// Answers 7, whatever is asked; in an after, only where the call failed.
HEDDLE_HOOK(hook_answers)
void hook_answers(heddle_call *call) {
    if (call->position == HEDDLE_AFTER && call->status != HEDDLE_FAILED) return;
    if (call->result != NULL) set_integer(call->result, 7);
    heddle->answer(call);
}

// Tries to proceed where that means nothing.
HEDDLE_HOOK(hook_proceeds_anyway)
void hook_proceeds_anyway(heddle_call *call) { heddle->proceed(call); }

// Adds 1 to the first argument before, and 100 to the result after.
HEDDLE_HOOK(hook_rewrites)
void hook_rewrites(heddle_call *call) {
    if (call->position == HEDDLE_AFTER) {
        set_integer(call->result, integer(call->result) + 100);
    } else {
        set_integer(call->arguments[0], integer(call->arguments[0]) + 1);
        if (call->position == HEDDLE_INSTEAD) heddle->proceed(call);
    }
}

// Reports what it sees.
HEDDLE_HOOK(hook_reports)
void hook_reports(heddle_call *call) {
    char text[300];
    snprintf(text, sizeof text, "%s.%s/%zu %s %s:%zu->%s:%zu given %lld has %lld position %d status %d errno %d %s %s",
             call->action->module, call->action->action, call->action->count, call->action->parameters[0].name,
             call->action->parameters[0].text, call->action->parameters[0].size, call->action->result.text,
             call->action->result.size, (long long)integer((void *)call->originals[0]),
             (long long)integer(call->arguments[0]), call->position, call->status, call->saved_errno,
             call->failure_code == NULL ? "-" : call->failure_code,
             call->failure_message == NULL ? "-" : call->failure_message);
    heddle->emit(text, NULL);
}

// Keeps its argument from before to after, each level of a recursion its own.
#define STATEFUL(letter)                                                                                            \
    HEDDLE_HOOK(stateful_##letter)                                                                                  \
    void stateful_##letter(heddle_call *call) {                                                                     \
        char text[20];                                                                                              \
        if (call->position == HEDDLE_BEFORE) {                                                                      \
            int64_t *kept = call->state == NULL ? malloc(sizeof *kept) : NULL;                                      \
            if (kept == NULL) return heddle->emit("a state that is not null", NULL);                                \
            *kept = integer(call->arguments[0]);                                                                    \
            call->state = kept;                                                                                     \
        } else {                                                                                                    \
            snprintf(text, sizeof text, #letter "%lld ", (long long)*(int64_t *)call->state);                       \
            free(call->state);                                                                                      \
            heddle->emit(text, NULL);                                                                               \
        }                                                                                                           \
    }

STATEFUL(a)
STATEFUL(b)
STATEFUL(c)
STATEFUL(d)

// Calls the action that it hooks, with 5.
HEDDLE_HOOK(hook_calls_itself)
void hook_calls_itself(heddle_call *call) {
    heddle->emit("<", NULL);
    heddle_action *twice = heddle->find("weaving.twice", "int64_t twice(int64_t)");
    int64_t five = 5, result = 0;
    void *arguments[] = {&five};
    heddle->call(twice, arguments, &result);
    heddle->emit(">", NULL);
    if (call->position == HEDDLE_INSTEAD) heddle->proceed(call);
}

HEDDLE_HOOK(hook_breaks_errno)
void hook_breaks_errno(heddle_call *call) {
    errno = 99;
    if (call->position == HEDDLE_INSTEAD) heddle->proceed(call);
    errno = 98;
}

// Keeps its call, for what comes later.
static heddle_call *kept;
HEDDLE_HOOK(hook_keeps)
void hook_keeps(heddle_call *call) {
    kept = call;
    if (call->position == HEDDLE_INSTEAD) heddle->proceed(call);
}

HEDDLE_HOOK(hook_uses_kept)
void hook_uses_kept(heddle_call *call) {
    if (kept != NULL) heddle->proceed(kept);
    if (call->position == HEDDLE_INSTEAD) heddle->proceed(call);
}

HEDDLE_ACTION(int, use_kept, void)
int use_kept(void) {
    heddle->answer(kept);
    return heddle->proceed(kept) == HEDDLE_FAILED;
}

// Answers 7, and gives errno the value of the argument.
HEDDLE_HOOK(hook_answers_with_errno)
void hook_answers_with_errno(heddle_call *call) {
    if (call->result != NULL) set_integer(call->result, 7);
    heddle->answer(call);
    heddle->set_errno(call, (int32_t)integer(call->arguments[0]));
}

// Calls the action that it hooks, with 5 and past its hooks, and shows how deep it is.
HEDDLE_HOOK(hook_calls_bare)
void hook_calls_bare(heddle_call *call) {
    char depth[24];
    snprintf(depth, sizeof depth, "%zu<", heddle->depth(call));
    heddle->emit(depth, NULL);
    heddle_action *twice = heddle->find("weaving.twice", "int64_t twice(int64_t)");
    int64_t five = 5, result = 0;
    void *arguments[] = {&five};
    heddle->emit(heddle->call_bare(twice, arguments, &result) && result == 10 ? ">" : "?", NULL);
}

// ---- plain functions as hooks -------------------------------------------------------------------------------------

HEDDLE_EXPORT void plain_none(void);
void plain_none(void) { heddle->emit("p", NULL); }

HEDDLE_EXPORT int plain_first(int64_t number);
int plain_first(int64_t number) {
    heddle->emit(number == 21 ? "p21" : "p?", NULL);
    return 5;
}

HEDDLE_EXPORT int64_t plain_instead(int64_t number);
int64_t plain_instead(int64_t number) { return number + 1000; }

HEDDLE_EXPORT void plain_instead_void(void);
void plain_instead_void(void) { heddle->emit("instead", NULL); }

HEDDLE_EXPORT void plain_fails(int64_t number);
void plain_fails(int64_t number) {
    if (number > 0) heddle->fail("plain", "a plain hook refuses");
}
