/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A module whose functions are hooks: a behaviour puts them before, after or instead of the actions of other modules.
 *
 * It shows two kinds of hooks. HEDDLE_HOOK describes a function that gets the whole call, whatever the action's
 * parameters are. An ordinary action is a hook as well, if its parameters are the first ones of the hooked action.
 */
#include <heddle/module.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

HEDDLE_MODULE("auditor", "1.0.0")
HEDDLE_NEEDS("heddle.host")

HEDDLE_HOOK(check_name)
HEDDLE_HOOK(stopwatch)
HEDDLE_HOOK(twice)
HEDDLE_ACTION(void, note_crc, unsigned long crc, _In_reads_(len) const uint8_t *buf, unsigned int len)
HEDDLE_ACTION(uint64_t, noted, void)

/* Before: refuses a call whose first text is empty. A hook that fails stops the call, and the action never runs. */
void check_name(heddle_call *call) {
    for (size_t i = 0; i < call->action->count; i++) {
        if (strcmp(call->action->parameters[i].text, "const char *") == 0) {
            /* The argument is a pointer to the value, and the value here is itself a pointer. */
            const char *name = *(const char *const *)call->arguments[i];
            if (name != NULL && name[0] == '\0') {
                heddle->fail("emptyName", "the name is empty");
            }
            return;
        }
    }
}

static uint64_t nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Before and after: logs how long a call took. `state` belongs to this hook in this call, so other threads and nested
 * calls do not disturb it. The after releases the memory that the before allocates: it always runs if the before was
 * entered. Without a before there is no state, and nothing to measure. */
void stopwatch(heddle_call *call) {
    if (call->position == HEDDLE_BEFORE) {
        uint64_t *start = heddle->allocate(sizeof *start);
        if (start != NULL) {
            *start = nanoseconds();
        }
        call->state = start;
        return;
    }
    char line[256];
    const uint64_t *start = call->state;
    if (start == NULL) {
        snprintf(line, sizeof line, "%s.%s was not timed", call->action->module, call->action->action);
    } else {
        uint64_t duration = nanoseconds() - *start;
        snprintf(line, sizeof line, "%s.%s took %" PRIu64 " ns", call->action->module, call->action->action, duration);
    }
    heddle->log(HEDDLE_INFO, line);
    heddle->release(call->state);
    call->state = NULL;
}

/* Instead: runs the rest of the call twice, unless the first time fails. The result is that of the last time. */
void twice(heddle_call *call) {
    if (heddle->proceed(call) == HEDDLE_RETURNED) {
        heddle->proceed(call);
    }
}

/* An action may run on any thread. */
static _Atomic uint64_t notes;

/* A plain function, as a hook of zlib's crc32: it gets the same arguments. */
void note_crc(unsigned long crc, const uint8_t *buf, unsigned int len) {
    (void)crc;
    (void)buf;
    (void)len;
    notes++;
}

/* The number of calls that note_crc has seen. */
uint64_t noted(void) { return notes; }
