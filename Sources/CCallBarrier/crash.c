// SPDX-License-Identifier: Apache-2.0
// A crash of native code ends the process: what it may have broken cannot be known. It ends with one message that
// names the call and with the exit code for crashes, instead of a bare signal.

#define _GNU_SOURCE
#include "CCallBarrier.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int exit_status;
// What is done at the end of the process in any case.
static void (*at_end)(void);
// What this thread runs now, in words that follow "in": a call, or the loading of a module.
static __thread const char *noted;
// What stands on the terminal and is taken away before a message; null for nothing.
static const char *_Atomic eraser;

// Whether native code has forked this process off.
static bool is_forked;

static void note_fork(void) { is_forked = true; }

// A second process would go on with the run, and tell of it a second time.
static void end_fork(void) {
    static const char text[] = "error: native code forked a process that came back from its call: it ends here\n";
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(exit_status);
    _exit(exit_status);
}

// Where the host sees what the thread runs that makes the calls, also when the process is gone. Null on all others.
static __thread char *shown;

// The first byte comes last: a process that is killed in between shows nothing, and no half of a text.
static void show(const char *call) {
    size_t length = call != NULL ? strnlen(call, HEDDLE_PAGE_BYTES - 1) : 0;
    __atomic_store_n(&shown[0], 0, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (length == 0) return;
    memcpy(shown + 1, call + 1, length - 1);
    shown[length] = 0;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    __atomic_store_n(&shown[0], call[0], __ATOMIC_RELAXED);
}

// Other threads may look at it.
void heddle_note_call(const char *call) {
    if (__builtin_expect(is_forked, false)) end_fork();
    __atomic_store_n(&noted, call, __ATOMIC_RELAXED);
    if (shown != NULL) show(call);
}

const char *const *heddle_noted_here(void) { return &noted; }
const char *heddle_noted(const char *const *place) { return __atomic_load_n(place, __ATOMIC_RELAXED); }

void heddle_set_eraser(const char *text) { atomic_store(&eraser, text); }

static bool put(const char *text) { return write(STDERR_FILENO, text, strlen(text)) >= 0; }

bool heddle_say(const char *text) {
    const char *erasing = atomic_exchange(&eraser, NULL);
    return (erasing == NULL || put(erasing)) && (text == NULL || put(text));
}

// Where the report goes. That of a worker is one line for its host, for which the run goes on.
static int report_file = STDERR_FILENO;
static const char *beginning = "error: ";
static bool is_worker;

static void say(const char *text) {
    bool isSaid = is_worker ? write(report_file, text, strlen(text)) >= 0 : heddle_say(text);
    if (!isSaid) _exit(exit_status);
}

static void say_action(const heddle_frame *frame) {
    const heddle_signature *action = frame->call.action;
    say(action != NULL ? action->module : "");
    say(action != NULL ? "." : "an action");
    say(action != NULL ? action->action : "");
}

// Says what the thread runs: the hook whose code it is inside of, behind the action that the hook has called where that
// is woven itself; or what was noted.
static void say_where(void) {
    const heddle_frame *top = heddle_this_thread != NULL ? heddle_this_thread->top : NULL;
    const heddle_frame *frame = top;
    while (frame != NULL && frame->running == NULL) frame = frame->outer;
    if (frame == NULL) {
        say(noted != NULL ? " in " : " outside of a call");
        say(noted != NULL ? noted : "");
        return;
    }
    say(" in ");
    if (frame != top) say_action(top);
    if (frame != top) say(", called by ");
    say(frame->running->words);
    say(" around ");
    say_action(frame);
}

// Only what is safe in a signal handler: write, _exit, and reading what was there before. `at_end` comes behind the
// message, as it reads what the crash may have broken.
static void report(int signal) {
    say(beginning);
    say("native code crashed with ");
    say(sigabbrev_np(signal) != NULL ? "SIG" : "a signal");
    say(sigabbrev_np(signal) != NULL ? sigabbrev_np(signal) : "");
    say_where();
    say(is_worker ? "\n" : "\n  = the run ends here: what a crash leaves behind cannot be trusted\n");
    at_end();
    _exit(exit_status);
}

// Native code that calls exit would end the run as if all of it had been held.
static void report_exit(void) {
    at_end();
    if (noted == NULL) return;
    fflush(NULL);
    say(beginning);
    say("native code ended the process");
    say_where();
    say(is_worker ? "\n" : "\n  = the run ends here, before its end\n");
    _exit(exit_status);
}

void heddle_report_crashes(int status, void (*last)(void)) {
    exit_status = status;
    at_end = last;
    if (atexit(report_exit) != 0 || pthread_atfork(NULL, NULL, note_fork) != 0) abort();
    // A stack of its own, so that an overflow of the thread's stack can be reported; for the main thread.
    static char stack[64 * 1024];
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    struct sigaction action = {.sa_handler = report, .sa_flags = SA_ONSTACK | SA_RESETHAND | SA_NODEFER};
    const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaction(signals[i], &action, NULL);
}

// A worker that takes too long is asked for its last words.
static void report_overtime(int signal) {
    (void)signal;
    say("still");
    say_where();
    say("\n");
    _exit(exit_status);
}

void heddle_report_to_host(int descriptor, char *page) {
    report_file = descriptor;
    shown = page;
    beginning = "";
    is_worker = true;
    sigaction(SIGXCPU, &(struct sigaction){.sa_handler = report_overtime, .sa_flags = SA_ONSTACK}, NULL);
}
