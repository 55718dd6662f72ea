// SPDX-License-Identifier: Apache-2.0
// Memory that belongs to one call.

#include "CCallBarrier.h"

#include <stdlib.h>

struct heddle_arena {
    struct heddle_arena *next;
    max_align_t bytes[];
};

void *heddle_arena_allocate(heddle_invocation *invocation, size_t size) {
    struct heddle_arena *block = calloc(1, sizeof *block + size);
    if (block == NULL) abort();
    block->next = invocation->arena;
    invocation->arena = block;
    return block->bytes;
}

bool heddle_arena_owns(const heddle_invocation *invocation, const void *memory) {
    for (const struct heddle_arena *block = invocation->arena; block != NULL; block = block->next)
        if (block->bytes == memory) return true;
    return false;
}

void heddle_arena_release(heddle_invocation *invocation) {
    while (invocation->arena != NULL) {
        struct heddle_arena *next = invocation->arena->next;
        free(invocation->arena);
        invocation->arena = next;
    }
}
