// SPDX-License-Identifier: Apache-2.0
// The state of the process that native code may change, as far as /proc does not show it. A part of CCallBarrier.h, which
// includes it.
#ifndef CCALLBARRIER_STATE_H
#define CCALLBARRIER_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The address of the handler of a signal; 0 for its default, 1 where it is ignored.
uintptr_t heddle_signal_handler(int signal);
// Returns whether a timer of the process runs: 0 for that of the real time, 1 for the virtual one, 2 for the profiler's.
bool heddle_timer_runs(int timer);
// A variable of the environment as NAME=VALUE, by its position; null behind the last one.
const char *heddle_environment_at(size_t index);
// The bytes that malloc has handed out and that are not freed.
size_t heddle_allocated_bytes(void);
// The nice value of the process.
int heddle_priority(void);

#ifdef __cplusplus
}
#endif

#endif
