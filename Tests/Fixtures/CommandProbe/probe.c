/* SPDX-License-Identifier: Apache-2.0 */
/* A module that does a little of everything, for the tests of the command and of the host. */
#include <heddle/module.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

HEDDLE_MODULE("probe", "1.2.3")
HEDDLE_NEEDS("heddle.host")

/* Something that is exported and no function. */
HEDDLE_EXPORT int32_t answer_data = 42;

/* ---- values ---- */

HEDDLE_ACTION(int32_t, add, int32_t a, int32_t b)
HEDDLE_ACTION(uint64_t, same_unsigned, uint64_t value)
HEDDLE_ACTION(int64_t, same_signed, int64_t value)
HEDDLE_ACTION(int8_t, same_small, int8_t value)
HEDDLE_ACTION(double, same_double, double value)
HEDDLE_ACTION(bool, negate, bool value)
HEDDLE_ACTION(const char *, same_text, const char *text)
HEDDLE_ACTION(size_t, sum_bytes, _In_reads_(count) const uint8_t *bytes, size_t count)
HEDDLE_ACTION(const char *, nothing, void)

int32_t add(int32_t a, int32_t b) { return a + b; }
uint64_t same_unsigned(uint64_t value) { return value; }
int64_t same_signed(int64_t value) { return value; }
int8_t same_small(int8_t value) { return value; }
double same_double(double value) { return value; }
bool negate(bool value) { return !value; }

/* The text stays the module's until the next call on the thread. */
const char *same_text(const char *text) {
    static _Thread_local char copy[256];
    snprintf(copy, sizeof copy, "%s", text);
    return copy;
}

size_t sum_bytes(const uint8_t *bytes, size_t count) {
    size_t sum = 0;
    for (size_t i = 0; i < count; i++) sum += bytes[i];
    return sum;
}

const char *nothing(void) { return "not null"; }

/* ---- outcomes ---- */

HEDDLE_ACTION(void, divide, int32_t a, int32_t b, _Out_ int32_t *quotient, _Out_ int32_t *rest)
HEDDLE_ACTION(_Success_(return >= 0) int32_t, look_up, const char *path)
HEDDLE_ACTION(void, leave_errno, int32_t number)
HEDDLE_ACTION(void, crash, void)
HEDDLE_ACTION(void, wait_ms, uint32_t duration)
HEDDLE_ACTION(void, tell, const char *event, const char *json)

void divide(int32_t a, int32_t b, int32_t *quotient, int32_t *rest) {
    *quotient = b == 0 ? 0 : a / b;
    *rest = b == 0 ? 0 : a % b;
    if (b == 0) heddle->fail("byZero", "nothing is divided by 0");
}

int32_t look_up(const char *path) {
    if (path[0] == '/') return 1;
    errno = ENOENT;
    return -1;
}

void leave_errno(int32_t number) { errno = number; }

void crash(void) { abort(); }

void wait_ms(uint32_t duration) {
    struct timespec time = {duration / 1000, (long)(duration % 1000) * 1000000};
    nanosleep(&time, NULL);
}

void tell(const char *event, const char *json) { heddle->emit(event, json[0] == '\0' ? NULL : json); }

/* ---- printing: what was called can be read ---- */

HEDDLE_ACTION(void, say, const char *text)
HEDDLE_ACTION(void, mutter, const char *text)

/* Handed to the system at once. */
void say(const char *text) {
    puts(text);
    fflush(stdout);
}

/* Left in the buffer of the C library. */
void mutter(const char *text) { puts(text); }

/* ---- handles ---- */

HEDDLE_TYPE(typedef struct box box)
HEDDLE_ACTION(box *, box_make, int32_t value)
HEDDLE_ACTION(int32_t, box_value, const box *it)
HEDDLE_ACTION(void, box_free, _Post_ptr_invalid_ box *it)

struct box {
    int32_t value;
};

box *box_make(int32_t value) {
    box *it = malloc(sizeof *it);
    if (it != NULL) it->value = value;
    return it;
}

int32_t box_value(const box *it) { return it->value; }
void box_free(box *it) { free(it); }

/* ---- calling through the host ---- */

HEDDLE_ACTION(int32_t, add_by_host, int32_t a, int32_t b)

int32_t add_by_host(int32_t a, int32_t b) {
    heddle_action *action = heddle->find("probe.add", "int32_t add(int32_t, int32_t)");
    void *arguments[] = {&a, &b};
    int64_t result = 0;
    if (action == NULL || !heddle->call(action, arguments, &result)) return -1;
    return (int32_t)result;
}

/* ---- hooks ---- */

HEDDLE_HOOK(print_name)
HEDDLE_HOOK(refuse)
HEDDLE_ACTION(void, see_add, int32_t a)
HEDDLE_ACTION(int32_t, multiply, int32_t a, int32_t b)
HEDDLE_ACTION(void, see_text, const char *text)

void print_name(heddle_call *call) {
    static const char *const positions[] = {"before", "instead of", "after"};
    printf("%s %s.%s\n", positions[call->position], call->action->module, call->action->action);
    fflush(stdout);
    if (call->position == HEDDLE_INSTEAD) heddle->proceed(call);
}

void refuse(heddle_call *call) {
    (void)call;
    heddle->fail("refused", "the hook says no");
}

void see_add(int32_t a) {
    printf("sees %d\n", a);
    fflush(stdout);
}

int32_t multiply(int32_t a, int32_t b) { return a * b; }

void see_text(const char *text) { say(text); }
