// SPDX-License-Identifier: Apache-2.0
// The end of the process. The host ends it with a status, once. Whatever else ends it before, on any thread, is native
// code that has ended a run which was not over: then one message says so, and the status is that of a crash.

#define _GNU_SOURCE
#include "report.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// The process that reports; 0 before there are reports. Processes that it forks off are others.
static pid_t process;
static int crash_status;
// Runs at every end of the process.
static void (*at_end)(void);
// The thread that ends the process; 0 while none does.
static atomic_int ender;
// True once the host has ended the run with status 0: from then on another status is that of a crash.
static atomic_bool is_over;

bool heddle_is_forked;
static void note_fork(void) {
    heddle_is_forked = true;
    if (!heddle_is_forking_case()) heddle_restore_signals();
}

void heddle_adopt_fork(void) {
    process = getpid();
    heddle_is_forked = false;
}

// Asks the system: no handler runs in a process that vfork makes.
bool heddle_is_own(void) { return process != 0 && getpid() == process; }

bool heddle_is_others_fork(void) { return process != 0 && !heddle_is_own() && !heddle_is_forking_case(); }

bool heddle_claim_end(void) {
    int thread = (int)syscall(SYS_gettid), none = 0;
    if (atomic_compare_exchange_strong(&ender, &none, thread)) return true;
    if (none == thread) return false;
    for (;;) pause();
}

void heddle_release_end(void) { atomic_store(&ender, 0); }

// Past _exit, which the command puts its own function in front of.
void heddle_leave_process(int status) {
    for (;;) syscall(SYS_exit_group, status);
}

// Each part is begun once, also where one of them crashes.
void heddle_end_reported(void) {
    static bool is_sent, is_ended;
    bool sends = !is_sent, ends = !is_ended;
    is_sent = true;
    if (sends) heddle_send_message();
    is_ended = true;
    if (ends && at_end != NULL) at_end();
    heddle_case_dump_core();
    heddle_leave_process(crash_status);
}

// A second process would go on with the run, and tell of it a second time.
void heddle_end_fork(void) {
    heddle_case_note_returned_fork();
    heddle_say("error: native code forked a process that came back from its call: it ends here\n");
    heddle_leave_process(crash_status);
}

bool heddle_is_over(void) { return atomic_load(&is_over); }

// ---- what the streams of C still hold -------------------------------------------------------------------------------

static void *flush(void *flushed) {
    fflush(NULL);
    sem_post(flushed);
    return NULL;
}

// On a thread of its own: another thread may hold a stream's lock for ever, such as one that waits for input.
void heddle_flush_streams(void) {
    static sem_t flushed;
    pthread_t thread;
    struct timespec end;
    if (sem_init(&flushed, 0, 0) != 0 || pthread_create(&thread, NULL, flush, &flushed) != 0) return;
    pthread_detach(thread);
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 1;
    // A handler of native code may interrupt it.
    while (sem_timedwait(&flushed, &end) != 0 && errno == EINTR) {}
}

// ---- native code that ends the process ------------------------------------------------------------------------------

void heddle_refuse_end(const char *function, int status, bool is_flushing) {
    bool is_behind = heddle_is_over();
    if (!heddle_is_own() || (is_behind && status <= 0)) return;
    if (!heddle_claim_end()) heddle_leave_process(crash_status);
    if (is_flushing) heddle_flush_streams();
    heddle_add(heddle_has_host() ? "" : "error: ");
    heddle_add(is_behind ? "native code changed the status at the end of the process" : "native code ended the process");
    if (!is_behind) heddle_add_place();
    if (!heddle_has_host()) {
        heddle_add("\n  = ");
        heddle_add(function);
        if (!is_behind) heddle_add("; the run ends here, before its end");
    }
    heddle_add("\n");
    heddle_note_exit(function, status);
    heddle_end_reported();
}

static void refuse_exit(void) { heddle_refuse_end("it came to exit", -1, true); }
static void refuse_quick_exit(void) { heddle_refuse_end("it came to quick_exit", -1, false); }
static void refuse_end_of_thread(void *unused) {
    (void)unused;
    heddle_refuse_end("it ended the thread that makes the calls", -1, true);
}

void heddle_watch_endings(int status, void (*last)(void)) {
    static pthread_key_t first_thread;
    bool is_first = process == 0;
    process = getpid();
    crash_status = status;
    at_end = last;
    if (!is_first) return;
    if (atexit(refuse_exit) != 0 || at_quick_exit(refuse_quick_exit) != 0) abort();
    if (pthread_atfork(NULL, NULL, note_fork) != 0) abort();
    // The first thread's keys are looked at when it ends and the process does not.
    if (pthread_key_create(&first_thread, refuse_end_of_thread) != 0) abort();
    pthread_setspecific(first_thread, &process);
    heddle_make_notes_first();
}

static struct { void *function, *own; } interposed[12];

void heddle_interpose(void *function, void *own) {
    size_t n = 0;
    while (n < sizeof interposed / sizeof *interposed && interposed[n].function != NULL) n++;
    if (n == sizeof interposed / sizeof *interposed) abort();
    interposed[n].function = function;
    interposed[n].own = own;
}

void *heddle_interposed(void *function) {
    for (size_t n = 0; n < sizeof interposed / sizeof *interposed; n++)
        if (interposed[n].function == function) return interposed[n].own;
    return function;
}

// ---- the host's own end ---------------------------------------------------------------------------------------------

void heddle_end(int status, bool ends_libraries) {
    // A process that native code has forked off and that came here would speak for its parent.
    if (process != 0 && !heddle_is_own()) heddle_end_fork();
    heddle_claim_end();
    if (status != 0 || !ends_libraries) {
        heddle_flush_streams();
        heddle_leave_process(status);
    }
    atomic_store(&is_over, true);
    heddle_release_end();
    exit(status);
}
