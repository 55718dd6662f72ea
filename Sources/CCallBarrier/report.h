// SPDX-License-Identifier: Apache-2.0
// Shared by crashes and early endings: one thread ends the process, with one message.
#ifndef REPORT_H
#define REPORT_H

#include "CCallBarrier.h"

#include <signal.h>
#include <sys/uio.h>

// Claims the end of the process for the calling thread. Every other thread waits in this function until the process is
// gone. False where this thread has claimed it before. [signal handlers may call it]
bool heddle_claim_end(void);
// Gives the claim back.
void heddle_release_end(void);
// Ends the process past everything that could change the status.
__attribute__((noreturn)) void heddle_leave_process(int status);
// Sends the message, does what is done at the end in any case, and ends the process with the status of crashes.
__attribute__((noreturn)) void heddle_end_reported(void);
// True in the process that reports, false in its forks.
bool heddle_is_own(void);
// True in a process that native code has forked off the one that reports.
bool heddle_is_others_fork(void);
// True once the host has ended the run.
bool heddle_is_over(void);
// From here on the process reports, and ends with `status` where native code ends it.
void heddle_watch_endings(int status, void (*last)(void));

// True in a process that native code forked off.
extern bool heddle_is_forked;
// This process, a fork, is one that the host has made: it reports from here on.
void heddle_adopt_fork(void);
// Ends such a process, which came back to the host.
__attribute__((noreturn)) void heddle_end_fork(void);

// Adds a text to the message, at most to its end. [signal handlers may call it; only the thread that ends the process]
void heddle_add(const char *text);
// Adds what the calling thread runs, in words that follow "native code crashed".
void heddle_add_place(void);
// Writes the message where reports go, in one piece.
void heddle_send_message(void);
// From here on messages go to the host of a worker, by a descriptor.
void heddle_set_host(int descriptor);
bool heddle_has_host(void);

// Adds how memory that heddle_guard_allocate returned was used, where that is why the signal came.
void heddle_guard_add_place(int signal, const siginfo_t *info, const void *context);

// True in a process that is about to be the one of a case.
bool heddle_is_forking_case(void);
// Takes the handlers of the host away, in a process that native code forked off: signals do there what they always do.
void heddle_restore_signals(void);
// Returns whether a signal that a process forking cases gets was sent by a case, or by one of its processes.
bool heddle_case_is_from_case(const siginfo_t *info);
// Returns whether the case that runs was told that its time is up, and has not said yet where it is.
bool heddle_case_says_nothing(void);
// The pieces that the case has told and that were not taken yet, at most so many: their number, or -1 if something else
// has written to that memory.
int heddle_case_told(struct iovec *pieces, int most);
// Takes them.
void heddle_case_take(const struct iovec *pieces, int count);
// Says that something else has written there, in place of all that stands there.
void heddle_case_say_overwritten(heddle_case_end *end);
// Returns whether the process that forked a case has sent a signal to it; true in every other process.
bool heddle_case_is_from_origin(const siginfo_t *info);
// True for the stack of signal handlers that heddle_give_signal_stack has given the calling thread.
bool heddle_is_signal_stack(const stack_t *stack);
// Makes heddle_read_known, which a fault has interrupted, return false; returns false where it was something else.
bool heddle_pass_over_fault(void *context);
// Reports a signal that ends the process, as native code that gets it would.
void heddle_report_signal(int signal, siginfo_t *info, void *context);

// Notes the signal that ends this process, and where it was. [signal handlers may call them]
// The context of a process that was outside of all code, as behind a call by a null pointer, becomes that of the call.
void heddle_note_signal(int signal_number, const siginfo_t *info, void *context);
void heddle_note_frames(void);
// Notes how native code ended the process, and where; a negative status is unknown.
void heddle_note_exit(const char *function, int status);
// Notes that a process which native code has forked came back from its call.
void heddle_case_note_returned_fork(void);
// Lets that signal end the process of the case, with a core dump, where these are kept. It returns where they are not.
void heddle_case_dump_core(void);

// From here on what the calling thread notes stands on `page` as well; null for nowhere.
void heddle_show_notes(heddle_page *page);

// A library and its code, with the address that its own addresses count from.
typedef struct heddle_loaded {
    uint64_t base, start, end;
    char file[232];
} heddle_loaded;
enum { HEDDLE_LIBRARIES = 256, HEDDLE_CALL_BYTES = 4096 };

struct heddle_page {
    // The native code that the thread of the calls runs, in words; empty for none.
    char call[HEDDLE_CALL_BYTES];
    // The number of cases that the process has begun.
    uint32_t cases;
    // The number of libraries that were in the process as it died.
    uint32_t library_count;
    heddle_death death;
    uint64_t frames[HEDDLE_FRAMES + 1];
    char arguments[HEDDLE_ARGUMENT_BYTES];
    char source[HEDDLE_SOURCE_BYTES];
    char exit[80];
    heddle_loaded libraries[HEDDLE_LIBRARIES];
};
// From here on this process notes its death on a page.
void heddle_use_page(heddle_page *page);
// Gives this process a page, which its forks share, unless it has one; false where there can be none.
bool heddle_has_page(void);
// The calling thread is the one that makes the calls.
void heddle_make_notes_first(void);

#endif
