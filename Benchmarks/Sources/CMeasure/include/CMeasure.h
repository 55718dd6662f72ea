// SPDX-License-Identifier: Apache-2.0
// What the benchmarks do in C: the calls that everything is compared with, and counting. No function takes a pointer,
// so that Swift needs nothing unsafe to use them.
#ifndef CMEASURE_H
#define CMEASURE_H

#include <stdbool.h>
#include <stdint.h>

// ---- what everything is compared with -----------------------------------------------------------------------------

// The actions of the fixture.
typedef enum measured_action {
    MEASURED_ADD,  // int add(int, int)
    MEASURED_SUM,  // long sum(long, … eight of them)
    MEASURED_WEIGH // long weigh(struct { long a, b; })
} measured_action;

// Finds the fixture, which stands beside the executable. False when it does not.
bool measure_find_fixture(void);
// Calls the action through a volatile pointer, `calls` times. Returns the last result.
long measure_direct(measured_action action, long calls);
// Calls the action with ffi_call, `calls` times, prepared once and with constant arguments. Returns the last result.
long measure_ffi(measured_action action, long calls);

// ---- allocations --------------------------------------------------------------------------------------------------

// How often this thread has allocated memory: the executable puts counting functions in place of malloc and its kin.
uint64_t measure_allocations(void);
// Allocates once in each way there is and releases it all; returns how many ways there are.
uint64_t measure_allocate_once_each(void);

// ---- time ---------------------------------------------------------------------------------------------------------

// The processor time that this thread has used, in nanoseconds: other programs' share is not in it.
uint64_t measure_thread_time(void);

// ---- instructions -------------------------------------------------------------------------------------------------

// How many instructions this thread has executed in user space; 0 where the kernel or the machine does not count them.
uint64_t measure_instructions(void);

// ---- processes ----------------------------------------------------------------------------------------------------

// Runs the command that stands in this process's own command line from an index up to "--" or the end, its output
// discarded, and waits for it. Returns its exit status; -1 when it cannot be started or did not exit.
int measure_run_command(int first);

#endif
