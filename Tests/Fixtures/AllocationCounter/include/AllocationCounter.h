// SPDX-License-Identifier: Apache-2.0
// Counts what the program's threads allocate, so that tests can prove that something allocates nothing.
#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

// False under sanitizers, which need the allocator for themselves.
bool allocations_are_counted(void);
// How often the calling thread has allocated so far.
uint64_t allocations_of_this_thread(void);

#endif
