// SPDX-License-Identifier: Apache-2.0
// Closing and opening the gates of modules whose state can move, and waiting for them.

#define _GNU_SOURCE
#include "CCallBarrier.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void heddle_set_gate(heddle_gate *gate, heddle_gate_state state) {
    __atomic_store_n(&gate->state, state, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, &gate->state, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

void heddle_close_gate(heddle_gate *gate, uint64_t nanoseconds) {
    uint64_t time = now();
    __atomic_store_n(&gate->deadline, nanoseconds > UINT64_MAX - time ? UINT64_MAX : time + nanoseconds, __ATOMIC_RELEASE);
    heddle_set_gate(gate, HEDDLE_GATE_CLOSED);
}

bool heddle_await_gate(const heddle_gate *gate) {
    while (__atomic_load_n(&gate->state, __ATOMIC_ACQUIRE) == HEDDLE_GATE_CLOSED) {
        uint64_t time = now(), deadline = __atomic_load_n(&gate->deadline, __ATOMIC_ACQUIRE);
        if (time >= deadline) return false;
        uint64_t left = deadline - time;
        struct timespec limit = {.tv_sec = (time_t)(left / 1000000000), .tv_nsec = (long)(left % 1000000000)};
        syscall(SYS_futex, &gate->state, FUTEX_WAIT_PRIVATE, HEDDLE_GATE_CLOSED, &limit, NULL, 0);
    }
    return true;
}

bool heddle_is_gate_passed(const heddle_gate *gate) {
    for (const heddle_thread *thread = heddle_first_thread(); thread != NULL; thread = thread->next) {
        uint32_t count = __atomic_load_n(&thread->passed, __ATOMIC_ACQUIRE);
        if (count > HEDDLE_MOST_GATES) count = HEDDLE_MOST_GATES;
        for (uint32_t index = 0; index < count; index++)
            if (__atomic_load_n(&thread->gates[index], __ATOMIC_RELAXED) == gate) return true;
    }
    return false;
}
