// SPDX-License-Identifier: Apache-2.0
// The ways in which a call reaches its function: the machine's own transfer, in machine/, and libffi.
#ifndef TRANSFER_H
#define TRANSFER_H

#include "CCallBarrier.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if HEDDLE_HAS_TRANSFER

// The fields of a call that the assembly reads, by their offsets.
typedef struct heddle_transfer {
    void (*function)(void);
    // The integer registers, the floating-point ones, then the stack.
    const uint64_t *words;
    const heddle_placement *placement;
    heddle_results results __attribute__((aligned(16)));
} heddle_transfer;

HEDDLE_STATIC_ASSERT(offsetof(heddle_transfer, words) == 8, "as in machine/");
HEDDLE_STATIC_ASSERT(offsetof(heddle_transfer, placement) == 16, "as in machine/");
HEDDLE_STATIC_ASSERT(offsetof(heddle_transfer, results.words) == 32, "as in machine/");
HEDDLE_STATIC_ASSERT(offsetof(heddle_placement, stack_words) == 12, "as in machine/");
HEDDLE_STATIC_ASSERT(offsetof(heddle_placement, stack_alignment) == 16, "as in machine/");
HEDDLE_STATIC_ASSERT(offsetof(heddle_placement, floats) == 20, "as in machine/");
#if HEDDLE_HAS_X87
HEDDLE_STATIC_ASSERT(offsetof(heddle_transfer, results.x87) == 64, "as in machine/x86_64.S");
HEDDLE_STATIC_ASSERT(offsetof(heddle_placement, result) == 24, "as in machine/x86_64.S");
HEDDLE_STATIC_ASSERT(HEDDLE_RESULT_X87 == 2 && HEDDLE_RESULT_X87_PAIR == 3, "as in machine/x86_64.S");
#endif

// Puts the words where the machine's calling convention wants them, calls, and keeps what comes back. Exceptions pass
// through it.
void heddle_transfer_to(heddle_transfer *transfer);

#endif

// Makes a call by the shape's description, whatever it is. Exceptions pass through it.
void heddle_call_by_libffi(const heddle_invocation *invocation);

#ifdef __cplusplus
}
#endif

#endif
