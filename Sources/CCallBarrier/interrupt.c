// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and its kin: the first one asks the run to stop in order, the second one ends the process.

#define _GNU_SOURCE
#include "report.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
// The signals of writes that are refused.
static const int refusals[] = {SIGPIPE, SIGXFSZ};
static const char *announcement;
static int wake_descriptor = -1;
static atomic_int first;
static atomic_bool is_watching;
static atomic_bool from_terminal;

// Ends the process as the signal by itself would have: whoever waits for it sees which one it was.
static void end_by_default(int signal_number) {
    signal(signal_number, SIG_DFL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, signal_number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    raise(signal_number);
}

static void end_by(int signal_number) {
    heddle_say(NULL);
    end_by_default(signal_number);
}

// Only what is safe in a signal handler.
static void note(int signal_number, siginfo_t *info, void *context) {
    if (heddle_case_is_from_case(info)) return;
    if (!heddle_case_is_from_origin(info)) return heddle_report_signal(signal_number, info, context);
    int saved = errno;
    int none = 0;
    bool is_passed_on = heddle_case_pass_on(signal_number);
    // The process that cases are forked from ends behind the case, and what that has started.
    if (!atomic_compare_exchange_strong(&first, &none, signal_number) && !is_passed_on) end_by(signal_number);
    atomic_store(&from_terminal, info->si_code == SI_KERNEL);
    if (announcement != NULL) heddle_say(announcement);
    uint64_t one = 1;
    if (wake_descriptor >= 0 && write(wake_descriptor, &one, sizeof one) < 0) errno = saved;
    errno = saved;
}

static void handle(struct sigaction action) {
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction old;
        // Whoever started the process may have wanted that it goes on, as nohup does.
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler == SIG_IGN) continue;
        sigaction(signals[i], &action, NULL);
    }
}

void heddle_tidy_on_interrupts(void) { handle((struct sigaction){.sa_handler = end_by}); }

void heddle_watch_interrupts(const char *message, int wake) {
    announcement = message;
    wake_descriptor = wake;
    atomic_store(&first, 0);
    atomic_store(&is_watching, true);
    handle((struct sigaction){.sa_sigaction = note, .sa_flags = SA_SIGINFO | SA_RESTART});
}

// A process that native code forks has this handler until fork has come to note_fork there, and is ended all the same.
static void pass_over(int signal_number) {
    if (heddle_is_others_fork()) end_by_default(signal_number);
}

void heddle_outlive_refused_writes(void) {
    // A handler, since a program that native code starts would inherit that the signal is ignored.
    struct sigaction action = {.sa_handler = pass_over, .sa_flags = SA_RESTART};
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        struct sigaction old;
        if (sigaction(refusals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL) sigaction(refusals[i], &action, NULL);
    }
}

void heddle_outlive_interrupts(void) {
    struct sigaction action = {.sa_handler = pass_over, .sa_flags = SA_RESTART};
    sigaction(SIGINT, &action, NULL);
}

void heddle_finish_interrupts(void) {
    if (atomic_load(&is_watching) && announcement != NULL) heddle_tidy_on_interrupts();
}

static void restore(int signal_number) {
    struct sigaction now;
    if (sigaction(signal_number, NULL, &now) != 0) return;
    if (now.sa_sigaction == note || now.sa_handler == end_by || now.sa_handler == pass_over)
        signal(signal_number, SIG_DFL);
}

void heddle_restore_signals(void) {
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) restore(signals[i]);
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) restore(refusals[i]);
}

void heddle_note_lost_reader(void) {
    static const char text[] = "interrupted: nobody reads the output any more; the run stops after the current call\n";
    if (!atomic_load(&is_watching)) return end_by(SIGPIPE);
    int none = 0;
    if (!atomic_compare_exchange_strong(&first, &none, SIGPIPE)) return;
    if (announcement != NULL) heddle_say(text);
    uint64_t one = 1;
    if (wake_descriptor >= 0 && write(wake_descriptor, &one, sizeof one) < 0) return;
}

void heddle_block_interrupts(void) {
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaddset(&set, signals[i]);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

int heddle_interrupt(void) { return atomic_load_explicit(&first, memory_order_relaxed); }
bool heddle_interrupt_is_from_terminal(void) { return atomic_load(&from_terminal); }
