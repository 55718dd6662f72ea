// SPDX-License-Identifier: Apache-2.0
// Memory that most probably is there, read and written without the kernel: a fault says that it is not.

#define _GNU_SOURCE
#include "report.h"

#include <signal.h>
#include <stdatomic.h>
#include <ucontext.h>

// True if faults come to heddle_report_signal.
static atomic_bool handles_faults;
// True if a fault of this thread can be handled: the signals are not blocked, and there is a stack for the handler.
static _Thread_local enum { UNKNOWN, FIT, UNFIT } thread_state;

#if defined(__x86_64__) || defined(__aarch64__)
// In machine/, with the places where it has read all bytes, and where it goes on behind a fault.
bool heddle_try_copy(const void *source, void *target, size_t size);
extern const char heddle_try_copy_copied[], heddle_try_copy_failed[];
enum { CAN_TRY = 1 };

bool heddle_pass_over_fault(void *interrupted) {
    ucontext_t *context = interrupted;
#if defined(__x86_64__)
    greg_t *place = &context->uc_mcontext.gregs[REG_RIP];
#else
    unsigned long long *place = &context->uc_mcontext.pc;
#endif
    uintptr_t at = (uintptr_t)*place;
    if (at < (uintptr_t)heddle_try_copy || at >= (uintptr_t)heddle_try_copy_copied) return false;
    *place = (__typeof__(*place))(uintptr_t)heddle_try_copy_failed;
    return true;
}
#else
static bool heddle_try_copy(const void *source, void *target, size_t size) {
    (void)source, (void)target, (void)size;
    return false;
}
enum { CAN_TRY = 0 };

bool heddle_pass_over_fault(void *interrupted) {
    (void)interrupted;
    return false;
}
#endif

void heddle_note_fault_handlers(void) {
    uintptr_t own = (uintptr_t)heddle_report_signal;
    bool is_own = heddle_signal_handler(SIGSEGV) == own && heddle_signal_handler(SIGBUS) == own;
    atomic_store_explicit(&handles_faults, CAN_TRY && is_own, memory_order_relaxed);
}

void heddle_note_fault_thread(void) {
    // The kernel ends a process at once that has a fault where the signal is blocked.
    sigset_t blocked;
    sigemptyset(&blocked);
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    bool is_blocked = sigismember(&blocked, SIGSEGV) == 1 || sigismember(&blocked, SIGBUS) == 1;
    // A handler has no room on a stack that native code has chosen, or may have taken away since.
    stack_t stack = {0};
    bool has_room =
        sigaltstack(NULL, &stack) == 0 && ((stack.ss_flags & SS_DISABLE) != 0 || heddle_is_signal_stack(&stack));
    thread_state = !is_blocked && has_room ? FIT : UNFIT;
}

static bool can_try(void) {
    if (!atomic_load_explicit(&handles_faults, memory_order_relaxed)) return false;
    if (thread_state == UNKNOWN) heddle_note_fault_thread();
    return thread_state == FIT;
}

bool heddle_read_known(uintptr_t source, void *target, size_t size) {
    return can_try() && heddle_try_copy((const void *)source, target, size);
}

bool heddle_write_known(uintptr_t target, const void *source, size_t size) {
    return can_try() && heddle_try_copy(source, (void *)target, size);
}

// The first page is never mapped, and the upper half of the addresses is the kernel's.
static bool is_nowhere(uintptr_t address) { return address < 4096 || (intptr_t)address < 0; }

bool heddle_is_absent(uintptr_t source, size_t size) {
    uintptr_t last = source + (size > 0 ? size - 1 : 0);
    if (is_nowhere(source) || last < source || is_nowhere(last)) return true;
    char byte;
    return can_try() &&
           (!heddle_try_copy((const void *)source, &byte, 1) || !heddle_try_copy((const void *)last, &byte, 1));
}
