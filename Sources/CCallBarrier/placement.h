// SPDX-License-Identifier: Apache-2.0
// The movement of a placement's pieces between the slots of values and the words of a call.
#ifndef PLACEMENT_H
#define PLACEMENT_H

#include "CCallBarrier.h"

#include <string.h>

static inline uint64_t heddle_whole_word(const void *from) {
    uint64_t word;
    memcpy(&word, from, sizeof word);
    return word;
}

// A value of C as its register has it.
static inline uint64_t heddle_widened(const void *slot, heddle_load kind) {
    int8_t int8;
    uint8_t uint8;
    int16_t int16;
    uint16_t uint16;
    switch (kind) {
    case HEDDLE_INT8: return memcpy(&int8, slot, sizeof int8), (uint64_t)(int64_t)int8;
    case HEDDLE_UINT8: return memcpy(&uint8, slot, sizeof uint8), uint8;
    case HEDDLE_INT16: return memcpy(&int16, slot, sizeof int16), (uint64_t)(int64_t)int16;
    case HEDDLE_UINT16: return memcpy(&uint16, slot, sizeof uint16), uint16;
    default: return heddle_whole_word(slot);
    }
}

// Copies a value to the first aligned place from an address on, and returns that place.
static inline char *heddle_copied(const heddle_piece *piece, const char *from, char *to, uintptr_t alignment) {
    char *copy = (char *)(((uintptr_t)to + alignment - 1) & ~(alignment - 1));
    return (char *)memcpy(copy, from, piece->size);
}

// Fills the words of a call from its slots. `copies` has room for the copies whose addresses are passed.
static inline __attribute__((always_inline)) void heddle_fill(uint64_t *words, char *copies,
                                                              const heddle_placement *placement,
                                                              const heddle_invocation *call) {
    if (placement->result == HEDDLE_RESULT_MEMORY)
        words[HEDDLE_RESULT_ADDRESS_WORD] = (uint64_t)(uintptr_t)call->result;
    if (placement->count == 0) return;
    const char *slots = (const char *)call->arguments[0];
    for (const heddle_piece *piece = placement->pieces; piece != placement->pieces + placement->count; piece++) {
        const char *from = slots + piece->start;
        if (__builtin_expect(piece->load == HEDDLE_WHOLE, 1))
            words[piece->word] = heddle_whole_word(from);
        else if (piece->load == HEDDLE_MEMORY)
            memcpy(&words[piece->word], from, piece->size);
        else if (HEDDLE_PASSES_ADDRESSES && piece->load == HEDDLE_ADDRESS) {
            char *copy = heddle_copied(piece, from, copies, placement->copy_alignment);
            words[piece->word] = (uint64_t)(uintptr_t)copy;
            copies = copy + piece->size;
        } else
            words[piece->word] = heddle_widened(from, piece->load);
    }
}

#endif
