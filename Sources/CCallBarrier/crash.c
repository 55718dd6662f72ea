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
const char *heddle_signal_name(int signal) {
    switch (signal) {
    case SIGHUP: return "SIGHUP";
    case SIGINT: return "SIGINT";
    case SIGQUIT: return "SIGQUIT";
    case SIGILL: return "SIGILL";
    case SIGTRAP: return "SIGTRAP";
    case SIGABRT: return "SIGABRT";
    case SIGBUS: return "SIGBUS";
    case SIGFPE: return "SIGFPE";
    case SIGKILL: return "SIGKILL";
    case SIGUSR1: return "SIGUSR1";
    case SIGSEGV: return "SIGSEGV";
    case SIGUSR2: return "SIGUSR2";
    case SIGPIPE: return "SIGPIPE";
    case SIGALRM: return "SIGALRM";
    case SIGTERM: return "SIGTERM";
    case SIGSTKFLT: return "SIGSTKFLT";
    case SIGCHLD: return "SIGCHLD";
    case SIGCONT: return "SIGCONT";
    case SIGSTOP: return "SIGSTOP";
    case SIGTSTP: return "SIGTSTP";
    case SIGTTIN: return "SIGTTIN";
    case SIGTTOU: return "SIGTTOU";
    case SIGURG: return "SIGURG";
    case SIGXCPU: return "SIGXCPU";
    case SIGXFSZ: return "SIGXFSZ";
    case SIGVTALRM: return "SIGVTALRM";
    case SIGPROF: return "SIGPROF";
    case SIGWINCH: return "SIGWINCH";
    case SIGIO: return "SIGIO";
    case SIGPWR: return "SIGPWR";
    case SIGSYS: return "SIGSYS";
    default: return "a signal";
    }
}

// A crash of a process that native code has forked off is no crash of the run.
static void crash_as_usual(int signal_number) {
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void add_signal(int signal) {
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        if (signals[i] != signal) continue;
        heddle_add("native code crashed with ");
        return heddle_add(heddle_signal_name(signal));
    }
    heddle_add(heddle_has_host() ? "its process was ended by " : "native code ended the process by ");
    heddle_add(heddle_signal_name(signal));
}

// Only what is safe in a signal handler. One thread reports; others that crash wait. Where the report itself crashes,
// as it reads what the crash may have broken, what was made of it is written.
void heddle_report_signal(int signal, siginfo_t *info, void *context) {
    if ((signal == SIGSEGV || signal == SIGBUS) && info->si_code > 0 && heddle_pass_over_fault(context)) return;
    if (heddle_case_is_from_case(info)) return;
    if (!heddle_is_own()) return crash_as_usual(signal);
    if (!heddle_claim_end()) {
        heddle_add("\n");
        heddle_end_reported();
    }
    heddle_note_signal(signal, info, context);
    heddle_add(heddle_has_host() ? "" : "error: ");
    add_signal(signal);
    heddle_guard_add_place(signal, info, context);
    if (heddle_is_over())
        heddle_add(" at the end of the process");
    else
        heddle_add_place();
    heddle_add(heddle_has_host() ? "\n" : "\n  = the run ends here: what a crash leaves behind cannot be trusted\n");
    heddle_note_frames();
    heddle_end_reported();
}

typedef void handler(int signal, siginfo_t *info, void *context);

static void report_all(const int *numbers, size_t count, handler *report) {
    struct sigaction action = {.sa_sigaction = report, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    for (size_t i = 0; i < count; i++) sigaction(numbers[i], &action, NULL);
}

// The signals that end a process which does not handle them; a terminal sends the first ones. SIGTERM asks a worker to stop
// in order, and the signals of refused writes are passed over.
static const int endings[] = {SIGHUP,    SIGINT,  SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2,
                              SIGSTKFLT, SIGVTALRM, SIGPROF, SIGIO,   SIGPWR,  SIGSYS};
enum { OF_TERMINALS = 3, ENDINGS = sizeof endings / sizeof *endings };

// A signal from another process ends this one as it ends every other.
static void report_own(int signal, siginfo_t *info, void *context) {
    bool is_sent = info->si_code == SI_USER || info->si_code == SI_QUEUE || info->si_code == SI_TKILL;
    if (is_sent && info->si_pid != getpid()) return crash_as_usual(signal);
    heddle_report_signal(signal, info, context);
}

void heddle_report_crashes(int status, void (*last)(void)) {
    heddle_watch_endings(status, last);
    heddle_give_signal_stack();
    report_all(signals, sizeof signals / sizeof *signals, heddle_report_signal);
    for (size_t i = OF_TERMINALS; i < ENDINGS; i++) {
        struct sigaction before;
        // Whoever has started this process may want it to pass over some.
        if (sigaction(endings[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
            report_all(&endings[i], 1, report_own);
    }
    heddle_note_fault_handlers();
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

bool heddle_is_signal_stack(const stack_t *stack) {
    pthread_once(&stacks_once, make_stacks);
    return stack->ss_sp != NULL && stack->ss_sp == pthread_getspecific(stacks);
}

void heddle_give_signal_stack(void) {
    stack_t used;
    if (sigaltstack(NULL, &used) != 0 || (used.ss_flags & SS_DISABLE) == 0) return;
    pthread_once(&stacks_once, make_stacks);
    const int kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK | MAP_NORESERVE;
    void *stack = mmap(NULL, SIGNAL_STACK_BYTES, PROT_READ | PROT_WRITE, kind, -1, 0);
    if (stack == MAP_FAILED) return;
    // Before it is used, as that is noted.
    pthread_setspecific(stacks, stack);
    if (sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = SIGNAL_STACK_BYTES}, NULL) == 0) return;
    pthread_setspecific(stacks, NULL);
    munmap(stack, SIGNAL_STACK_BYTES);
}

// ---- workers --------------------------------------------------------------------------------------------------------

// A worker that takes too long is asked for its last words.
static void report_overtime(int signal, siginfo_t *info, void *context) {
    if (!heddle_is_own()) return crash_as_usual(signal);
    if (heddle_case_is_from_case(info) || heddle_case_pass_on(signal)) return;
    if (!heddle_case_is_from_origin(info)) return heddle_report_signal(signal, info, context);
    if (!heddle_claim_end()) return;
    heddle_add("still");
    heddle_add_place();
    heddle_add("\n");
    // First the words: what is interrupted may hold what frames need.
    heddle_send_message();
    heddle_note_frames();
    heddle_end_reported();
}

void heddle_report_to_host(int descriptor, heddle_page *page) {
    heddle_set_host(descriptor);
    heddle_use_page(page);
    heddle_show_notes(page);
    report_all(endings, ENDINGS, heddle_report_signal);
    sigaction(SIGXCPU, &(struct sigaction){.sa_sigaction = report_overtime, .sa_flags = SA_SIGINFO | SA_ONSTACK}, NULL);
}
