// SPDX-License-Identifier: Apache-2.0
// The fields of a call that transfer.S reads, by their offsets.
#ifndef TRANSFER_H
#define TRANSFER_H

#include "CCallBarrier.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct heddle_transfer {
    void (*function)(void);
    // The integer registers, the floating-point ones, then the stack.
    const uint64_t *words;
    const heddle_placement *placement;
    heddle_results results;
} heddle_transfer;

HEDDLE_STATIC_ASSERT(offsetof(heddle_transfer, words) == 8, "as in transfer.S");
HEDDLE_STATIC_ASSERT(offsetof(heddle_transfer, placement) == 16, "as in transfer.S");
HEDDLE_STATIC_ASSERT(offsetof(heddle_transfer, results.words) == 32, "as in transfer.S");
HEDDLE_STATIC_ASSERT(offsetof(heddle_transfer, results.x87) == 64, "as in transfer.S");
HEDDLE_STATIC_ASSERT(offsetof(heddle_placement, stack_words) == 12, "as in transfer.S");
HEDDLE_STATIC_ASSERT(offsetof(heddle_placement, stack_alignment) == 16, "as in transfer.S");
HEDDLE_STATIC_ASSERT(offsetof(heddle_placement, floats) == 20, "as in transfer.S");
HEDDLE_STATIC_ASSERT(offsetof(heddle_placement, result) == 24, "as in transfer.S");
HEDDLE_STATIC_ASSERT(HEDDLE_RESULT_X87 == 2 && HEDDLE_RESULT_X87_PAIR == 3, "as in transfer.S");

// Puts the words where the System V ABI wants them, calls, and keeps what comes back. Exceptions pass through it.
void heddle_transfer_to(heddle_transfer *transfer);

#ifdef __cplusplus
}
#endif

#endif
