// SPDX-License-Identifier: Apache-2.0
// Counts allocations: what the executable defines stands before the C library for every library of the process.

#define _GNU_SOURCE
#include "CMeasure.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static __thread uint64_t allocations;

void *malloc(size_t size) {
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    allocations++;
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    allocations++;
    return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
    allocations++;
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
    void *aligned = memalign(alignment, size);
    if (aligned == NULL) return ENOMEM;
    *memory = aligned;
    return 0;
}

uint64_t measure_allocations(void) { return allocations; }

uint64_t measure_allocate_once_each(void) {
    // Volatile, so that the compiler cannot leave out what nobody uses.
    void *volatile memory[6];
    memory[0] = malloc(1);
    memory[1] = calloc(1, 1);
    memory[2] = realloc(NULL, 1);
    memory[3] = memalign(64, 64);
    memory[4] = aligned_alloc(64, 64);
    void *aligned = NULL;
    memory[5] = posix_memalign(&aligned, 64, 64) == 0 ? aligned : NULL;
    for (int n = 0; n < 6; n++) free(memory[n]);
    return 6;
}
