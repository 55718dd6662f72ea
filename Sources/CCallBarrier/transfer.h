// SPDX-License-Identifier: Apache-2.0
// What transfer.S needs of a call; it knows the offsets of the fields.
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
    uint64_t stack_words;
    uint64_t stack_alignment;
    uint32_t floats;
    // How many results the function leaves on the stack of the x87.
    uint32_t x87;
    heddle_results results;
} heddle_transfer;

HEDDLE_STATIC_ASSERT(offsetof(heddle_transfer, words) == 8, "as in transfer.S");
HEDDLE_STATIC_ASSERT(offsetof(heddle_transfer, stack_words) == 16, "as in transfer.S");
HEDDLE_STATIC_ASSERT(offsetof(heddle_transfer, stack_alignment) == 24, "as in transfer.S");
HEDDLE_STATIC_ASSERT(offsetof(heddle_transfer, floats) == 32, "as in transfer.S");
HEDDLE_STATIC_ASSERT(offsetof(heddle_transfer, x87) == 36, "as in transfer.S");
HEDDLE_STATIC_ASSERT(offsetof(heddle_transfer, results.words) == 48, "as in transfer.S");
HEDDLE_STATIC_ASSERT(offsetof(heddle_transfer, results.x87) == 80, "as in transfer.S");

// Puts the words where the System V ABI wants them, calls, and keeps what comes back. Exceptions pass through it.
void heddle_transfer_to(heddle_transfer *transfer);

#ifdef __cplusplus
}
#endif

#endif
