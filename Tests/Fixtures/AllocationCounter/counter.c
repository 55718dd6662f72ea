// SPDX-License-Identifier: Apache-2.0
// Stands before the allocator of the C library: what a program defines itself is what its libraries call.

#include "AllocationCounter.h"

#include <stddef.h>

static _Thread_local uint64_t count;

uint64_t allocations_of_this_thread(void) { return count; }

#if defined(__GLIBC__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

bool allocations_are_counted(void) { return true; }

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t number, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
    count++;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count++;
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
    count++;
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count++;
    return __libc_memalign(alignment, size);
}

#else

bool allocations_are_counted(void) { return false; }

#endif
