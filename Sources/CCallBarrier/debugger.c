// SPDX-License-Identifier: Apache-2.0
// A place at which a debugger stops: a step is about to call native code, whose name stands in a variable.

#define _GNU_SOURCE
#include "CCallBarrier.h"

#include <dlfcn.h>
#include <stdio.h>

int heddle_awaited_step = -1;
char heddle_step_place[512];

__attribute__((noinline)) void heddle_at_step(void) { __asm__ volatile("" ::: "memory"); }

// A debugger stops here behind a step that calls no native code.
static __attribute__((noinline)) void behind_step(void) { __asm__ volatile("" ::: "memory"); }

void heddle_stop_at_step(const void *code) {
    heddle_awaited_step = -1;
    const void *place = code != NULL ? code : (const void *)behind_step;
    Dl_info found;
    // By its name, a debugger stops where the arguments are in place, and by its address before that.
    if (code != NULL && dladdr(code, &found) != 0 && found.dli_sname != NULL && found.dli_saddr == code)
        snprintf(heddle_step_place, sizeof heddle_step_place, "%s", found.dli_sname);
    else
        snprintf(heddle_step_place, sizeof heddle_step_place, "*%p", place);
    heddle_at_step();
    if (code == NULL) behind_step();
}
