// SPDX-License-Identifier: Apache-2.0
// The gates of modules whose state can move, as those see them who close and open them.

#define _GNU_SOURCE
#include "CCallBarrier.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

void heddle_set_gate(heddle_gate *gate, heddle_gate_state state) {
    __atomic_store_n(&gate->state, state, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, &gate->state, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

void heddle_await_gate(const heddle_gate *gate) {
    while (__atomic_load_n(&gate->state, __ATOMIC_ACQUIRE) == HEDDLE_GATE_CLOSED)
        syscall(SYS_futex, &gate->state, FUTEX_WAIT_PRIVATE, HEDDLE_GATE_CLOSED, NULL, NULL, 0);
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
