// SPDX-License-Identifier: Apache-2.0
// What a thread has used: time, and instructions, where the processor can count them and the kernel allows it. Many
// virtual machines cannot.

#define _GNU_SOURCE
#include "CMeasure.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

uint64_t measure_thread_time(void) {
    struct timespec time;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) != 0) return 0;
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static int open_counter(void) {
    struct perf_event_attr wanted = {
        .type = PERF_TYPE_HARDWARE,
        .size = sizeof wanted,
        .config = PERF_COUNT_HW_INSTRUCTIONS,
        .exclude_kernel = 1,
        .exclude_hv = 1,
    };
    return (int)syscall(SYS_perf_event_open, &wanted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

uint64_t measure_instructions(void) {
    static int counter = -2;
    if (counter == -2) counter = open_counter();
    uint64_t count = 0;
    if (counter < 0 || read(counter, &count, sizeof count) != sizeof count) return 0;
    return count;
}
