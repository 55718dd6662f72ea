// SPDX-License-Identifier: Apache-2.0
// A longjmp that leaves calls which native code makes: it stops at each of them before it goes on.

#define _GNU_SOURCE
#include "landing.h"

#include <stdlib.h>
#include <string.h>

struct heddle_jump {
    jmp_buf buffer;
    int value;
    // The function that was called.
    void (*jump)(void *, int);
    // The stack pointer behind the jump.
    uintptr_t target;
};

HEDDLE_THREAD_LOCAL heddle_landing *heddle_innermost_landing;

// The place on the stack that a jump leads to; 0 where nobody knows how the C library keeps that.
static uintptr_t target_of(const void *buffer) {
#if defined(__x86_64__) && defined(__GLIBC__)
    // glibc keeps the stack pointer as its seventh word, mangled with the guard of the thread.
    enum { stack_pointer = 6 };
    uintptr_t word = ((const uintptr_t *)buffer)[stack_pointer], guard;
    __asm__("mov %%fs:0x30, %0" : "=r"(guard));
    return (word >> 17 | word << 47) ^ guard;
#else
    (void)buffer;
    return 0;
#endif
}

// The innermost call that a jump leaves; null for none.
static heddle_landing *landing_of(uintptr_t target) {
    heddle_landing *landing = heddle_innermost_landing;
    if (landing == NULL || target <= (uintptr_t)landing) return NULL;
    return heddle_is_on_stack(target) && heddle_is_on_stack((uintptr_t)landing) ? landing : NULL;
}

static void stop(heddle_landing *landing, heddle_jump *jump) {
    heddle_drop_jump(landing->entry->jump);
    landing->entry->jump = jump;
    _longjmp(landing->buffer, 1);
}

void heddle_stop_jump(const void *buffer, int value, void (*function)(void *, int)) {
    if (heddle_innermost_landing == NULL) return;
    uintptr_t target = target_of(buffer);
    heddle_landing *landing = landing_of(target);
    if (landing == NULL) return;
    heddle_jump *jump = malloc(sizeof *jump);
    if (jump == NULL) return;
    // The function that it leads to may jump again before this one goes on.
    memcpy(&jump->buffer, buffer, sizeof jump->buffer);
    jump->value = value;
    jump->jump = function;
    jump->target = target;
    stop(landing, jump);
}

heddle_jump *heddle_take_jump(heddle_entry *entry) {
    heddle_jump *jump = entry->jump;
    entry->jump = NULL;
    return jump;
}

void heddle_go_on(heddle_jump *jump) {
    heddle_landing *landing = landing_of(jump->target);
    if (landing != NULL) stop(landing, jump);
    heddle_jump last = *jump;
    free(jump);
    last.jump(&last.buffer, last.value);
    abort();
}

void heddle_drop_jump(heddle_jump *jump) { free(jump); }
