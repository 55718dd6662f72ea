// SPDX-License-Identifier: Apache-2.0
// Crashes, interrupts and child processes. A part of CCallBarrier.h, which includes it.
#ifndef CCALLBARRIER_PROCESSES_H
#define CCALLBARRIER_PROCESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

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
// The notes of a process for the one that has started it: the native code that it runs, and its death. Native code may
// overwrite all of it with anything.
typedef struct heddle_page heddle_page;
// From here on such a report is one line, written to `descriptor`. There is one for every signal that ends a process,
// but SIGKILL, SIGTERM and those of heddle_outlive_refused_writes, and for SIGXCPU, which asks for it. What this thread notes stands on `page` as
// well, and what the report says of the death, where that is not null.
void heddle_report_to_host(int descriptor, heddle_page *page);
// The place where the calling thread keeps that, for other threads to look at with heddle_noted as long as it lives.
const char *const *heddle_noted_here(void);
const char *heddle_noted(const char *const *place);
// The name of a signal, such as SIGSEGV. Lives for ever; "a signal" for one without a name. [signal handlers may call it]
const char *_Nonnull heddle_signal_name(int signal_number);
// Gives the calling thread a stack for signal handlers until it ends, where it has none: a crash by overflow of its own
// stack can be reported then.
void heddle_give_signal_stack(void);

// ---- the end of the process -----------------------------------------------------------------------------------------

// The host ends the process. With a status other than 0 nothing runs any more that libraries do at the end, so that
// nothing can change the status. With 0 it does unless that is not wanted, and a crash is still reported.
__attribute__((noreturn)) void heddle_end(int status, bool ends_libraries);
// Native code is about to end the process by a function: ends it as a crash does, after a message with `function` in
// words, unless the host has ended it, or it is a process that native code has forked off; then it returns.
void heddle_refuse_end(const char *function, int status, bool is_flushing);
// Calls of behaviours to `function` go to `own`, the program's replacement for it. At most 12; before there are threads.
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
// From here on these messages go to another file, such as what standard error was before the output of native code is taken.
void heddle_redirect_messages(int file);

// ---- interrupts -----------------------------------------------------------------------------------------------------

// From here on SIGINT, SIGTERM and SIGHUP end the process as they would anyway, but behind the eraser.
void heddle_tidy_on_interrupts(void);
// Nothing is left that the first interrupt could stop in order: it ends the process, where interrupts are watched and told.
void heddle_finish_interrupts(void);
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
// Ctrl-C does nothing to this process from here on, until interrupts are watched.
void heddle_outlive_interrupts(void);
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
// Runs another program with the streams of this process, and waits for its end. Meanwhile the keys of the terminal that
// interrupt are for that program alone. 0, or a negative errno where it cannot be started.
int heddle_run_program(const char *_Nonnull path, char *const *_Nonnull arguments);
// A descriptor that can be read once a child of this process has ended; negative errno where there can be none.
int heddle_process_descriptor(pid_t child);
// A descriptor that can be read once a child of this process was stopped or has ended since it was last read, close-on-exec;
// negative errno where there can be none, as where something else handles SIGCHLD.
int heddle_watch_children(void);
// This process is killed when the thread that started it ends, as it does with its process.
void heddle_end_with_parent(void);
// A file for two processes to share a page, close-on-exec; negative errno where there can be none.
int heddle_page_create(void);
// The page as memory; null where it cannot be had.
heddle_page *heddle_page_map(int file);
void heddle_page_unmap(heddle_page *_Nonnull page);
// Notes on the page that its process is alive and runs no step.
void heddle_page_clear(heddle_page *_Nonnull page);
// The native code that the process runs, or ran when it ended, in words; empty for none.
const char *_Nonnull heddle_page_call(heddle_page *_Nonnull page);
// The number of cases that the process has begun.
uint32_t heddle_page_cases(const heddle_page *_Nonnull page);
// The number of processors that this process may use.
int heddle_processors(void);
// The reading and the writing end of a pipe, which programs that this process starts do not get. -1 and errno otherwise.
int heddle_pipe(int ends[_Nonnull 2]);

// ---- cases ----------------------------------------------------------------------------------------------------------

// Forks this process for one case: 0 in the process of the case, its number in the other one, a negative errno where
// there can be none. For processes with one thread, which holds no lock.
pid_t heddle_case_fork(void);
// Forks this process for one that tells of the death of a case: 0 in it, its number in the other one, -1 and errno where
// there can be none.
pid_t heddle_teller_fork(void);
// True in the process of a case.
bool heddle_is_case(void);
// Returns whether the calling process is `process`, or that of a case which was forked from it. [signal handlers may call
// it]
bool heddle_is_still(pid_t process);
// Hands a text on to the process that this one was forked from. False in a process that is not that of a case.
bool heddle_case_tell(const void *bytes, size_t size);
// The same for the last words of a process that is about to end. [signal handlers may call it]
bool heddle_case_say_last(const char *words, size_t size);
// Its last words.
const void *heddle_case_words(size_t *size);
// Notes the step that the case runs: its arguments in words, and its place, by the name of a text and two offsets.
void heddle_case_note_step(int step, const char *_Nonnull arguments, const char *_Nonnull source, size_t start, size_t end);
void heddle_case_note_no_step(void);
// Notes a number for the process that waits for the end of the case.
void heddle_case_note_outcome(int outcome);
// Notes that the case has loaded the modules, which may have started processes and made segments of shared memory.
void heddle_case_note_loaded(void);

// From here on a case that a signal ends leaves a core dump in a folder of its own below this one, which is named by the
// number of its process. Where the system writes core dumps elsewhere, that folder stays empty. `folder` is kept.
void heddle_case_keep_cores(const char *_Nonnull folder);
// Returns whether they are kept.
bool heddle_case_keeps_cores(void);

enum { HEDDLE_FRAMES = 64, HEDDLE_ARGUMENT_BYTES = 2048, HEDDLE_SOURCE_BYTES = 1024 };
// The death of a process, as far as it could say it.
typedef struct heddle_death {
    // The process that has said it; 0 where none has.
    pid_t process;
    // The step that it ran, from 0; negative for none.
    int step;
    // The place of the step in its text.
    size_t start, end;
    // The signal that it got; 0 for none.
    int signal_number;
    // The process that has sent it; 0 where the kernel did.
    pid_t sender;
    // True if an access failed, its address, and true if that is of a stack which is full.
    bool is_access;
    uint64_t address;
    bool is_stack_full;
    // True if its time was up before.
    bool is_late;
} heddle_death;
// The page of this process, which is that of its cases as well, until the next one begins; null where it has none.
heddle_page *heddle_own_page(void);
// The death that stands on a page.
const heddle_death *_Nonnull heddle_page_death(const heddle_page *_Nonnull page);
const char *_Nonnull heddle_page_arguments(heddle_page *_Nonnull page);
// The name of the text that the step stands in.
const char *_Nonnull heddle_page_source(heddle_page *_Nonnull page);
// The function that native code has called to end the process, and the status, in words; empty where it has not.
const char *_Nonnull heddle_page_exit(heddle_page *_Nonnull page);
// The addresses of the code that it ran when it got the signal, or ended, innermost first; 0 behind the last one.
uint64_t heddle_page_frame(const heddle_page *_Nonnull page, int number);

// The code at an address.
typedef struct heddle_code_place {
    // The file that it is mapped from, and its address there.
    const char *file;
    uint64_t address;
    // The function; null where no symbol of the dynamic linker names it.
    const char *function;
    // True if it is this program's own.
    bool is_own;
} heddle_code_place;
// The code at an address of the process that has the page. False where no file is mapped.
bool heddle_find_code(heddle_page *_Nonnull page, uint64_t address, heddle_code_place *_Nonnull place);
// Writes a line for each place: its function, a tab, and its source with a colon and a line; what is not known is empty.
// Nothing where there is no libdw. Returns how many bytes it has written.
size_t heddle_find_lines(const heddle_code_place *_Nonnull places, size_t count, char *_Nonnull into, size_t capacity);

// ---- debuggers ------------------------------------------------------------------------------------------------------

// The step at which a debugger waits, by its number; negative for none.
extern int heddle_awaited_step;
static inline void heddle_await_step(int step) { heddle_awaited_step = step; }
static inline bool heddle_is_awaited(int step) { return heddle_awaited_step == step; }
// Writes the place of the code that the step is about to call into heddle_step_place, in words of gdb, and calls
// heddle_at_step, where a debugger stops. From then on it waits for no step.
void heddle_stop_at_step(const void *code);

// Passes a signal on to the case that runs. False where none does. [signal handlers may call it]
bool heddle_case_pass_on(int signal_number);
// Returns whether the case has ended.
bool heddle_case_has_ended(pid_t child);
// Returns whether the process is gone that has started this one, from which cases are forked.
bool heddle_case_is_abandoned(void);
// The call that the case makes, or made last where it has died in it; null for none.
const char *heddle_shown_call(void);
// Returns whether the case has noted its outcome.
bool heddle_case_has_outcome(void);
// Ends the case where it has stopped itself, which would last for ever.
void heddle_case_end_stopped(pid_t child);
// The end of a case.
typedef struct heddle_case_end {
    pid_t number;
    // The status of waitpid.
    int status;
    // The processes that it left behind and that still ran; they were ended.
    int processes;
    // The segments of System V shared memory that it left behind.
    int segments;
    // The processes that it has forked and that came back from its call; each has ended there.
    int returned_forks;
    // The number that the case has noted for its end; -1 for none.
    int outcome;
    // True if the process did not end in time behind that, and was ended.
    bool missed_end;
    // True if its process has ended as it should.
    bool is_regular;
} heddle_case_end;
// Waits for the end of the case, and ends the processes that it left behind.
void heddle_case_bury(pid_t child, heddle_case_end *_Nonnull end);
// The same, and writes what the case tells to a socket, its last words last. The end is valid until that of the next case.
// A case that has noted its outcome is to end within `patience` seconds; 0 for any time.
const heddle_case_end *_Nonnull heddle_case_await(pid_t child, int file, int patience);
const heddle_case_end *_Nonnull heddle_latest_end(void);
// Writes the line that says how the latest case has ended: (STATUS PROCESSES SEGMENTS FORKS)
void heddle_case_tell_end(int file);
// Ends this process as one has ended that has this status of waitpid. No handler and no library gets to know.
__attribute__((noreturn)) void heddle_case_end_like(int status);

// ---- one case after the other ---------------------------------------------------------------------------------------

// The order for a case in a process of its own begins with this word, and a zero byte behind it.
#define HEDDLE_CASE_ORDER "alone"
typedef enum heddle_turn {
    // No order comes any more.
    HEDDLE_TURN_NONE,
    // This is the process of a case, to which the latest order belongs.
    HEDDLE_TURN_CASE,
    // The latest case has died, which is to be told. This is a process for that, which ends behind it, unless there can be
    // none.
    HEDDLE_TURN_DEATH,
    // There can be no process for the latest order.
    HEDDLE_TURN_UNFORKED,
    // The latest order is for this process.
    HEDDLE_TURN_MESSAGE,
} heddle_turn;
// Forks this process for the order, then for each that comes from the socket, and writes there what the cases tell.
heddle_turn heddle_first_turn(int file, const void *_Nonnull bytes, size_t size);
heddle_turn heddle_next_turn(int file);
// A death was told: ends the process that was for that, or tells there the end of the case.
void heddle_end_telling(int file);
typedef struct heddle_order {
    char *_Nonnull bytes;
    size_t size;
} heddle_order;
const heddle_order *_Nonnull heddle_latest_order(void);

// ---- what native code leaves behind ---------------------------------------------------------------------------------

// The state of the process that native code can change.
typedef struct heddle_process_state heddle_process_state;
// Notes it. The caller frees it.
heddle_process_state *_Nonnull heddle_note_state(void);
// A descriptor that is closed from then on is no change.
void heddle_state_without(heddle_process_state *_Nonnull state, int file);
// Notes which of the descriptors that are open are the host's own: all but the standard streams and those that were
// opened while modules were loaded, between `begun` and `loaded`. That a module closes one is no change to be told: the
// host has another way.
void heddle_note_own_files(heddle_process_state *_Nonnull state, const heddle_process_state *_Nonnull begun,
                           const heddle_process_state *_Nonnull loaded);
void heddle_free_state(heddle_process_state *_Nonnull state);
typedef enum heddle_change_kind {
    HEDDLE_FILE_OPENED,
    HEDDLE_FILE_CLOSED,
    HEDDLE_SIGNAL_HANDLED,
    HEDDLE_SIGNAL_BLOCKED,
    HEDDLE_SIGNAL_UNBLOCKED,
    HEDDLE_LIMIT_CHANGED,
    HEDDLE_FOLDER_CHANGED,
    HEDDLE_MASK_CHANGED,
    HEDDLE_USER_CHANGED,
    HEDDLE_ROOT_CHANGED,
    HEDDLE_FLOATS_CHANGED,
    HEDDLE_LOCALE_CHANGED,
} heddle_change_kind;
typedef struct heddle_change {
    heddle_change_kind kind;
    // The number of the descriptor, the signal or the limit.
    int number;
} heddle_change;
// Writes up to `capacity` differences, in the order of their kinds. Returns how many it has written.
size_t heddle_changes(const heddle_process_state *_Nonnull before, const heddle_process_state *_Nonnull now,
                      heddle_change *_Nonnull into, size_t capacity);
// The number of threads of this process; negative where that cannot be told.
int heddle_thread_count(void);
// Returns whether this process has memory that it shares with others and may write to, but for heddle_page_map.
bool heddle_shares_memory(void);
// Returns whether this process has children.
bool heddle_has_children(void);
// Makes huge pages of the memory that this process has for itself, where the kernel (from Linux 6.1 on) does that, so that
// a fork copies less. What it holds does not change.
void heddle_collapse_memory(void);
// The same for the code of this program, which a fork then has without a page fault for each piece of it that runs. Behind
// it the code is no longer mapped from the file.
void heddle_collapse_program(void);
// Takes the free memory between what is in use, and keeps it: what a case allocates then stands on few pages, and it is a
// page fault for each page on which it writes.
void heddle_fill_heap(void);
// From here on the destructors of the libraries that Heddle is linked to are not called at the end of the process.
void heddle_skip_own_destructors(void);
// Lets a child of this process go on, if it was stopped.
void heddle_let_go_on(pid_t child);
// The same for one that has stopped for its debugger, which this process is by PTRACE_TRACEME. It gets the signal, and has
// no debugger from here on. It is killed where another thread of this process has begun it.
void heddle_end_tracing(pid_t child, int number);
// From here on processes that those of this one have left behind become children of this one.
void heddle_adopt_orphans(void);
// The segments of System V shared memory that a process has made since a time, and that outlive it.
int heddle_count_segments(pid_t creator, time_t since);
// Ends all children of this process but those that are known. Returns how many of them still ran.
int heddle_end_orphans(const pid_t *known, size_t count);
// The same behind the end of the only child that is known, and with what else is in its process group.
int heddle_end_left(pid_t group);

#ifdef __cplusplus
}
#endif

#endif
