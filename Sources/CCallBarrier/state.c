// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "state.h"

#include <fenv.h>
#include <malloc.h>
#include <signal.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

uintptr_t heddle_signal_handler(int signal) {
    struct sigaction action;
    if (sigaction(signal, NULL, &action) != 0) return 0;
    return (action.sa_flags & SA_SIGINFO) != 0 ? (uintptr_t)action.sa_sigaction : (uintptr_t)action.sa_handler;
}

uint64_t heddle_float_mode(void) {
#if defined(__x86_64__)
    uint32_t control;
    uint16_t word;
    __asm__ volatile("stmxcsr %0" : "=m"(control));
    __asm__ volatile("fnstcw %0" : "=m"(word));
    return (uint64_t)(control & 0xFFC0u) << 16 | word;
#elif defined(__aarch64__)
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    return control;
#else
    return (uint64_t)fegetround();
#endif
}

bool heddle_timer_runs(int timer) {
    struct itimerval value;
    return getitimer(timer, &value) == 0 && (value.it_value.tv_sec != 0 || value.it_value.tv_usec != 0);
}

const char *heddle_environment_at(size_t index) {
    for (size_t i = 0; environ != NULL && environ[i] != NULL; i++)
        if (i == index) return environ[i];
    return NULL;
}

size_t heddle_allocated_bytes(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

int heddle_priority(void) { return getpriority(PRIO_PROCESS, 0); }
