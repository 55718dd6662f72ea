// SPDX-License-Identifier: Apache-2.0
// The places where a longjmp stops that leaves calls of native code.

#ifndef HEDDLE_LANDING_H
#define HEDDLE_LANDING_H

#include "CCallBarrier.h"

#include <setjmp.h>

#ifdef __cplusplus
extern "C" {
#endif

// On the stack, below whatever the call of native code runs.
typedef struct heddle_landing {
    struct heddle_landing *outer;
    // The entry that the call is part of.
    heddle_entry *entry;
    jmp_buf buffer;
} heddle_landing;

// The innermost of the calling thread; null for none.
extern HEDDLE_THREAD_LOCAL heddle_landing *heddle_innermost_landing;

// Returns whether an address is on the calling thread's own stack. [entry.c]
bool heddle_is_on_stack(uintptr_t address);

#ifdef __cplusplus
}
#endif

#endif
