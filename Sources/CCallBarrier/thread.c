// SPDX-License-Identifier: Apache-2.0
// The threads that make calls, and whether they may still hold a chain that was replaced.

#define _GNU_SOURCE
#include "CCallBarrier.h"

#include <linux/membarrier.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static heddle_thread *threads;
HEDDLE_THREAD_LOCAL heddle_thread *heddle_this_thread;
static pthread_key_t at_exit;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool has_membarrier;

static long membarrier(int command) { return syscall(SYS_membarrier, command, 0, 0); }

// A thread may end inside of a call: then it leaves the call here.
static void give_back(void *record) {
    heddle_thread *thread = record;
    heddle_abandon_entries(NULL);
    thread->top = NULL;
    thread->ignores = 0;
    __atomic_store_n(&thread->passed, 0, __ATOMIC_RELEASE);
    if (thread->mark % 2 == 1) heddle_leave(thread);
    __atomic_store_n(&thread->is_used, false, __ATOMIC_RELEASE);
    heddle_this_thread = NULL;
}

static void set_up(void) {
    if (pthread_key_create(&at_exit, give_back) != 0) abort();
    has_membarrier = membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0;
}

static heddle_thread *unused_record(void) {
    for (heddle_thread *thread = __atomic_load_n(&threads, __ATOMIC_ACQUIRE); thread; thread = thread->next) {
        bool expected = false;
        if (__atomic_compare_exchange_n(&thread->is_used, &expected, true, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
            return thread;
    }
    return NULL;
}

static heddle_thread *new_record(void) {
    heddle_thread *thread = calloc(1, sizeof *thread);
    if (thread == NULL) abort();
    thread->is_used = true;
    thread->next = __atomic_load_n(&threads, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&threads, &thread->next, thread, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {}
    return thread;
}

heddle_thread *heddle_join_thread(void) {
    pthread_once(&once, set_up);
    heddle_thread *thread = unused_record();
    if (thread == NULL) thread = new_record();
    thread->top = NULL;
    thread->is_background = false;
    pthread_setspecific(at_exit, thread);
    return heddle_this_thread = thread;
}

const heddle_thread *heddle_first_thread(void) { return __atomic_load_n(&threads, __ATOMIC_ACQUIRE); }

bool heddle_barrier(void) {
    pthread_once(&once, set_up);
    return has_membarrier && membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED) == 0;
}

size_t heddle_witnesses(heddle_witness *into, size_t capacity) {
    size_t count = 0;
    for (heddle_thread *thread = __atomic_load_n(&threads, __ATOMIC_ACQUIRE); thread; thread = thread->next) {
        uint64_t mark = __atomic_load_n(&thread->mark, __ATOMIC_ACQUIRE);
        if (mark % 2 == 0) continue;
        uint64_t reads = __atomic_load_n(&thread->reads, __ATOMIC_ACQUIRE);
        if (count < capacity) into[count] = (heddle_witness){thread, mark, reads};
        count++;
    }
    return count;
}

bool heddle_has_left(heddle_witness witness) {
    return __atomic_load_n(&witness.thread->mark, __ATOMIC_ACQUIRE) != witness.mark;
}

static __thread const void *host_context;

const void *heddle_host_context(void) { return host_context; }
void heddle_set_host_context(const void *context) { host_context = context; }
