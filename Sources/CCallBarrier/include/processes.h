// SPDX-License-Identifier: Apache-2.0
// Crashes, interrupts and child processes. A part of CCallBarrier.h, which includes it.
#ifndef CCALLBARRIER_PROCESSES_H
#define CCALLBARRIER_PROCESSES_H

#include <stdbool.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- crashes ------------------------------------------------------------------------------------------------------

// From here on a crash of native code ends the process with `status` after one message that names the action that the
// crashing thread runs, and the hook around it if it was its code that has crashed. So does native code that ends the
// process, or its first thread, before heddle_end. The thread that calls this is the one that makes the calls. `last`
// runs at the end of the process in any case, in a signal handler too.
void heddle_report_crashes(int status, void (*_Nonnull last)(void));
// Notes what this thread runs, for the report: "module.action", "the loading of FILE". Null for nothing. The text must
// live for ever. Returns what it noted before.
const char *heddle_note_call(const char *call);
// From here on such a report is one line, written to `descriptor`, and SIGXCPU ends the process with one, too. What this
// thread notes stands on `page` as well, where that is not null.
void heddle_report_to_host(int descriptor, char *page);
// Where the calling thread keeps that, to be looked at from other threads with heddle_noted as long as it lives.
const char *const *heddle_noted_here(void);
const char *heddle_noted(const char *const *place);
// Gives the calling thread a stack for signal handlers until it ends, where it has none: a crash by overflow of its own
// stack can be reported then.
void heddle_give_signal_stack(void);

// ---- the end of the process -----------------------------------------------------------------------------------------

// The host ends the process. With a status other than 0 nothing runs any more that libraries do at the end, so that
// nothing can change the status. With 0 it does, and a crash is still reported.
__attribute__((noreturn)) void heddle_end(int status);
// Native code is about to end the process by a function: ends it as a crash does, after a message with `function` in
// words, unless the host has ended it, or it is a process that native code has forked off; then it returns.
void heddle_refuse_end(const char *function, bool is_flushing);
// Behaviours find a function of libc by asking libc for it, and get the program's own in its place where it has one in
// front of it: `own` stands for `function` from here on. At most 8; before there are threads.
void heddle_interpose(void *function, void *own);
// The function that replaces another one in this program, or that one itself.
void *_Nonnull heddle_interposed(void *_Nonnull function);
// Hands over what the streams of C hold, unless that takes longer than a second: a thread may keep one locked for ever.
void heddle_flush_streams(void);

// ---- standard error, out of signal handlers -------------------------------------------------------------------------

// Sets a text that is written once, before the next message of heddle_say, to erase the progress line.
// Null for nothing. The text must live for ever.
void heddle_set_eraser(const char *text);
// Writes a text to standard error past all buffers; null for none. False where the system refuses it.
bool heddle_say(const char *text);

// ---- interrupts -----------------------------------------------------------------------------------------------------

// From here on SIGINT, SIGTERM and SIGHUP end the process as they would anyway, but behind the eraser.
void heddle_tidy_on_interrupts(void);
// From here on the first SIGINT, SIGTERM or SIGHUP is noted, and the second one ends the process. The first one says
// `message`, where there is one, and writes to the event descriptor `wake`, where that is not negative. A signal that
// the process was started to ignore stays ignored.
void heddle_watch_interrupts(const char *message, int wake);
// The number of the first signal; 0 for none.
int heddle_interrupt(void);
// Returns whether the terminal sent it, and so sent it to the whole job.
bool heddle_interrupt_is_from_terminal(void);
// From here on a write to a pipe that nobody reads, and one beyond the largest size of a file, fail with EPIPE and EFBIG,
// and no longer end the process with SIGPIPE and SIGXFSZ. Programs that are started later get these signals as ever.
void heddle_outlive_refused_writes(void);
// Notes that nobody reads the output of this process any more: an interrupt like the others where these are watched, and
// SIGPIPE, which ends the process, where they are not. Further ones change nothing.
void heddle_note_lost_reader(void);
// Leaves these signals to other threads.
void heddle_block_interrupts(void);

// Opens /dev/null in the place of standard input, output and error where they are closed: no other file gets their
// number.
void heddle_open_standard_files(void);

// ---- processes ----------------------------------------------------------------------------------------------------

// The descriptors of a process that heddle_start_self starts, from 1 on.
enum { HEDDLE_STARTED_FILES = 4 };
// Starts this very program once more, with nothing to read, `files` as its descriptors from 1 on, and no others of this
// process that are close-on-exec. Returns its number, or a negative errno.
pid_t heddle_start_self(char *const *arguments, const int files[HEDDLE_STARTED_FILES]);
// A descriptor that can be read once a child of this process has ended; negative errno where there can be none.
int heddle_process_descriptor(pid_t child);
// This process is killed when the thread that started it ends, as it does with its process.
void heddle_end_with_parent(void);
// A file of one page for two processes to share, close-on-exec; negative errno where there can be none.
int heddle_page_create(void);
// The page as memory; null where it cannot be had.
char *heddle_page_map(int file);
void heddle_page_unmap(char *page);
// The size of a page: a text on it ends before.
enum { HEDDLE_PAGE_BYTES = 4096 };
// How many processors this process may use.
int heddle_processors(void);

#ifdef __cplusplus
}
#endif

#endif
