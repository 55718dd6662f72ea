// SPDX-License-Identifier: Apache-2.0
// A crash of native code ends the process: what it may have broken cannot be known. It ends with one message that
// names the call and with the exit code for crashes, instead of a bare signal.

#define _GNU_SOURCE
#include "report.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};

// By a table: no function of the system is looked up while a signal is handled, when the dynamic linker may be broken.
static const char *name_of(int signal) {
    switch (signal) {
    case SIGSEGV: return "SIGSEGV";
    case SIGBUS: return "SIGBUS";
    case SIGILL: return "SIGILL";
    case SIGFPE: return "SIGFPE";
    case SIGABRT: return "SIGABRT";
    case SIGTRAP: return "SIGTRAP";
    default: return "a signal";
    }
}

// A crash of a process that native code has forked off is no crash of the run.
static void crash_as_usual(int signal_number) {
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

// Only what is safe in a signal handler. One thread reports; others that crash wait. Where the report itself crashes,
// as it reads what the crash may have broken, what was made of it is written.
static void report(int signal) {
    if (!heddle_is_own()) return crash_as_usual(signal);
    if (!heddle_claim_end()) {
        heddle_add("\n");
        heddle_end_reported();
    }
    heddle_add(heddle_has_host() ? "" : "error: ");
    heddle_add("native code crashed with ");
    heddle_add(name_of(signal));
    if (heddle_is_over())
        heddle_add(" at the end of the process");
    else
        heddle_add_place();
    heddle_add(heddle_has_host() ? "\n" : "\n  = the run ends here: what a crash leaves behind cannot be trusted\n");
    heddle_end_reported();
}

void heddle_report_crashes(int status, void (*last)(void)) {
    heddle_watch_endings(status, last);
    heddle_give_signal_stack();
    struct sigaction action = {.sa_handler = report, .sa_flags = SA_ONSTACK | SA_NODEFER};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaction(signals[i], &action, NULL);
}

// ---- stacks for signal handlers, so that an overflow of a thread's own can be reported ------------------------------

enum { SIGNAL_STACK_BYTES = 64 * 1024 };
static pthread_key_t stacks;
static pthread_once_t stacks_once = PTHREAD_ONCE_INIT;

static void take_stack(void *stack) {
    stack_t used;
    if (sigaltstack(NULL, &used) == 0 && used.ss_sp == stack) sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
    munmap(stack, SIGNAL_STACK_BYTES);
}

static void make_stacks(void) {
    if (pthread_key_create(&stacks, take_stack) != 0) abort();
}

void heddle_give_signal_stack(void) {
    stack_t used;
    if (sigaltstack(NULL, &used) != 0 || (used.ss_flags & SS_DISABLE) == 0) return;
    pthread_once(&stacks_once, make_stacks);
    const int kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK | MAP_NORESERVE;
    void *stack = mmap(NULL, SIGNAL_STACK_BYTES, PROT_READ | PROT_WRITE, kind, -1, 0);
    if (stack == MAP_FAILED) return;
    if (sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = SIGNAL_STACK_BYTES}, NULL) == 0)
        pthread_setspecific(stacks, stack);
    else
        munmap(stack, SIGNAL_STACK_BYTES);
}

// ---- workers --------------------------------------------------------------------------------------------------------

// A worker that takes too long is asked for its last words.
static void report_overtime(int signal) {
    (void)signal;
    if (!heddle_is_own() || !heddle_claim_end()) return;
    heddle_add("still");
    heddle_add_place();
    heddle_add("\n");
    heddle_end_reported();
}

void heddle_report_to_host(int descriptor, char *page) {
    heddle_set_host(descriptor);
    heddle_show_notes(page);
    sigaction(SIGXCPU, &(struct sigaction){.sa_handler = report_overtime, .sa_flags = SA_ONSTACK}, NULL);
}
