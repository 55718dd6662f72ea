// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "state.h"

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
