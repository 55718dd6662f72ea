// SPDX-License-Identifier: Apache-2.0
// The only C of the host: what Swift cannot say. Calls by the machine's convention, with errno and C++ exceptions
// caught in the same function, callbacks and loading; threads.h and processes.h have what its threads and the process do.
#ifndef CCALLBARRIER_H
#define CCALLBARRIER_H

#include <link.h>
#include <stdio.h>
#include <string.h>

#include "../../../include/heddle/module.h"
#include "machine.h"

// Only pointers that hot code would otherwise check for null are declared as never null, for clang, which Swift asks.
#ifdef __clang__
#pragma clang diagnostic ignored "-Wnullability-completeness"
#else
#define _Nonnull
#endif

#ifdef __cplusplus
extern "C" {
#endif

// ---- failures -----------------------------------------------------------------------------------------------------

// The reason why a call failed. The texts are copies; `suppressed` is the failure that this one replaced.
typedef struct heddle_failure {
    struct heddle_failure *suppressed;
    char *code;
    char *message;
    // The piece of a hook that it came from, in words; null where it is the action's own.
    char *hook;
    // True where it only stands for a jump that has left native code.
    bool is_left;
} heddle_failure;

typedef struct heddle_running heddle_running;

// Takes `suppressed` over. A null text counts as an empty one.
heddle_failure *heddle_failure_create(const char *code, const char *message, heddle_failure *suppressed);
// Notes the piece of a hook that a failure came from, unless one is noted.
void heddle_failure_note(heddle_failure *_Nonnull failure, const heddle_running *_Nonnull running);
// Releases a failure and all that it suppressed.
void heddle_failure_destroy(heddle_failure *failure);
// Makes the call fail that the calling thread runs; the service behind heddle_host.fail.
void heddle_fail_current(const char *code, const char *message);
// The same with a failure that another call has had, which it takes over. One that says the same as the last one is left
// out.
void heddle_fail_current_with(heddle_failure *_Nonnull failure);

// ---- calls --------------------------------------------------------------------------------------------------------

// The way in which a piece of a value gets into a word.
typedef enum heddle_load {
    HEDDLE_WHOLE = 0, // 8 bytes, whatever stands behind the value
    HEDDLE_INT8,
    HEDDLE_UINT8,
    HEDDLE_INT16,
    HEDDLE_UINT16,
    HEDDLE_MEMORY, // `size` bytes, into that word and those behind it
    HEDDLE_ADDRESS // the address of a copy of `size` bytes
} heddle_load;

// One piece of an argument: what of it goes where.
typedef struct heddle_piece {
    uint32_t argument;
    uint32_t offset;
    // Its beginning, from the first argument's slot on.
    uint32_t start;
    uint32_t word;
    uint32_t size;
    heddle_load load;
} heddle_piece;

// The place that a result comes from.
typedef enum heddle_result_place {
    HEDDLE_RESULT_NONE = 0,
    HEDDLE_RESULT_REGISTERS,
    HEDDLE_RESULT_X87,        // st(0)
    HEDDLE_RESULT_X87_PAIR,   // st(0) and st(1)
    HEDDLE_RESULT_MEMORY      // written to where HEDDLE_RESULT_ADDRESS_WORD points
} heddle_result_place;

// A part of a result: where it stands in the result, the word of heddle_results that it comes from, and how many bytes
// of that are stored: all 8 of an integer register, of which who reads them knows how many count, or the 4, 8 or 16 of
// a number in a floating-point register.
typedef struct heddle_result_part {
    uint8_t offset;
    uint8_t word;
    uint8_t size;
} heddle_result_part;

enum { HEDDLE_MOST_RESULT_PARTS = 4 };

// The way in which the calls of one signature are made: the calling convention's answer for it.
typedef struct heddle_placement {
    const heddle_piece *pieces;
    uint32_t count;
    uint32_t stack_words;
    // The alignment of the stack's first word, in bytes; at least 16.
    uint32_t stack_alignment;
    // The number of floating-point registers that are used; callees with `...` want to know.
    uint32_t floats;
    heddle_result_place result;
    uint32_t result_size;
    uint32_t result_count;
    heddle_result_part result_parts[HEDDLE_MOST_RESULT_PARTS];
    // The widening of the first part, where it is a short integer.
    heddle_load result_load;
    // The room for the copies whose addresses are passed, in bytes; and the alignment of each of them.
    uint32_t copy_bytes;
    uint32_t copy_alignment;
} heddle_placement;

// A description of the calls of one signature for libffi; see libffi.h.
typedef struct heddle_description heddle_description;

// The least size of an argument's slot, and of a result's memory.
enum { HEDDLE_SLOT_BYTES = 16 };

// The facts about a signature's calls that are known before they are made.
typedef struct heddle_shape {
    heddle_placement placement;
    // For calls through libffi; null where the machine's own transfer makes them, by the placement.
    const heddle_description *description;
    uint32_t arguments;
    // The size of all arguments' slots, one behind the other, and of the result's memory: multiples of
    // HEDDLE_SLOT_BYTES.
    uint32_t slot_bytes;
    uint32_t result_bytes;
    // The signature as hooks in C see it; null if the action cannot be hooked.
    const heddle_signature *info;
    // The host's object that holds this.
    const void *owner;
} heddle_shape;

// One call of a C function. Each argument points to its slot; the slots stand one behind the other.
typedef struct heddle_invocation {
    const heddle_shape *_Nonnull shape;
    void (*function)(void);
    void *const *arguments;
    void *result;
    // errno as the function left it.
    int32_t saved_errno;
    // Memory of values that hooks put in place of arguments and results; see heddle_arena_allocate.
    struct heddle_arena *arena;
    // The host's memory that the arguments point into; null for calls that modules make.
    const void *memory;
} heddle_invocation;

// Memory that lives as long as the values of a call are looked at: until heddle_arena_release.
void *heddle_arena_allocate(heddle_invocation *invocation, size_t size);
void heddle_arena_release(heddle_invocation *invocation);
// Returns whether heddle_arena_allocate returned the memory.
bool heddle_arena_owns(const heddle_invocation *invocation, const void *memory);

// Zeroed memory between two pages that nobody may touch. It ends at the one behind it, up to its alignment, or begins
// behind the one before it. A crash that uses it wrongly names the argument, and the offset. Null
// behind so many blocks at a time: the system lets a process have 65,530 mappings, and each block takes three.
enum { HEDDLE_MOST_GUARDED = 16000 };
void *heddle_guard_allocate(size_t size, size_t alignment, bool is_at_start, const char *_Nonnull name);
// From here on the memory may only be read.
void heddle_guard_seal(const void *_Nonnull start);
// Notes that a call with the memory begins, or that one has ended.
void heddle_guard_note(const void *_Nonnull start, bool is_running);
// The bytes from a place in such memory to its end; 0 where nothing may be read.
size_t heddle_guard_rest(const void *_Nonnull place);
// From here on nobody may touch the memory. False for other memory.
bool heddle_guard_end(const void *_Nonnull start);

// Each way of heddle_invoke: by the machine's own transfer, and by libffi.
heddle_failure *heddle_invoke_by_transfer(heddle_invocation *invocation);
heddle_failure *heddle_invoke_by_libffi(heddle_invocation *invocation);

// Calls the function with errno at 0. Returns null when it returned, or its failure, which the caller then owns: an
// exception that left it, or what it said through heddle_host.fail.
static inline heddle_failure *heddle_invoke(heddle_invocation *invocation) {
    if (HEDDLE_HAS_TRANSFER && __builtin_expect(invocation->shape->description == NULL, 1))
        return heddle_invoke_by_transfer(invocation);
    return heddle_invoke_by_libffi(invocation);
}

// The running piece of a hook: its owner, for the guard, and its description, for failures and for the report of a
// crash, such as "the before hook audit.check (stack.json:9:5)". Lives as long as the chains that have it.
struct heddle_running {
    uint64_t hook;
    const char *words;
    // The host's object that takes its failures; null where they fail the call.
    const void *policy;
};

// A woven call: what its hooks see, and what the host knows beyond that. Lives on the stack of its call.
typedef struct heddle_frame {
    heddle_call call;
    // The position of the running step, and what the call has come to. `call` has copies, which a hook may write over.
    int32_t position;
    int32_t status;
    // The woven call that this one runs inside of, on this thread.
    struct heddle_frame *outer;
    // True if a hook's own code runs, at any depth.
    bool is_inside_hook;
    // The piece of a hook whose code runs now; null while none does, or while it proceeds.
    const heddle_running *running;
    // The context with which the running step's code was created.
    const void *context;
    // The next instead step, for proceed.
    intptr_t next;
    // Each hook's state.
    void **states;
    // The chain and the action, kept alive by the thread's mark and by the caller.
    const void *_Nonnull chain;
    const void *_Nonnull action;
    // The caller's argument list, which the invocation gets back.
    void *const *originals;
    heddle_invocation *_Nonnull invocation;
    // The owner of call.failure_code and call.failure_message.
    heddle_failure *failure;
    // Tells the call from every other, for hooks that run in one call only; 0 until one asks.
    uint64_t number;
    // Tells the call from every other woven call of its thread.
    uint64_t serial;
    // The piece of the instead hook that has run last, for the failure of a call without a result.
    const heddle_running *last_instead;
} heddle_frame;

// Runs a hook that is C code; an exception that leaves it, or heddle_host.fail, comes back as with heddle_invoke.
heddle_failure *heddle_run_hook(heddle_hook hook, heddle_call *call);

// Copies the slots of a call's arguments, and points to the copies, which stand as far from each other. Most calls have
// few arguments of one slot's least size: what compilers do for many costs more than it saves.
static inline void heddle_copy_arguments(const heddle_invocation *call, void *slots, void **pointers) {
    const uint32_t count = call->shape->arguments;
    const char *first = (const char *)call->arguments[0];
#pragma clang loop unroll(disable) vectorize(disable)
    for (uint32_t n = 0; n < count; n++) {
        const char *slot = (const char *)call->arguments[n];
        pointers[n] = (char *)slots + (slot - first);
        memcpy(pointers[n], slot, HEDDLE_SLOT_BYTES);
    }
    if (call->shape->slot_bytes > count * HEDDLE_SLOT_BYTES) memcpy(slots, first, call->shape->slot_bytes);
}

// Copies into `call` what each hook sees anew.
static inline void heddle_show_state(heddle_frame *_Nonnull frame) {
    frame->call.position = frame->position;
    frame->call.status = frame->status;
}

// A hook that is C code, as a step of a chain.
typedef struct heddle_step {
    heddle_hook function;
    // For the frame.
    const heddle_running *running;
    // The place of its own state among those of the call; negative where it has none.
    int32_t place;
    // True if an earlier step has left a value there.
    bool continues;
    // The number of steps from this one on that run one after the other and without a question between them; 0 where
    // the step is no C code or asks for its turn.
    uint32_t row;
} heddle_step;

// The end of a row: the number of its steps that have run, and the failure of the last of them, if it failed; the
// caller owns that, and the step is the running one of the frame.
typedef struct heddle_row_end {
    size_t count;
    heddle_failure *failure;
} heddle_row_end;

// Runs the row that begins with a step, up to the first hook that fails. One barrier for all of them keeps what a hook
// costs close to what its call does.
heddle_row_end heddle_run_row(const heddle_step *first, heddle_frame *frame);

// ---- callbacks ----------------------------------------------------------------------------------------------------

// A call of a callback, while it runs.
typedef struct heddle_entering heddle_entering;

// The function that a callback runs, on the thread that calls it.
typedef void (*heddle_callback_body)(const void *context, const heddle_entering *entering);

// Copies the arguments of a call that comes in to their slots, and the result of it to where its caller finds it.
void heddle_take_arguments(const heddle_entering *entering, void *const *slots);
void heddle_give_result(const heddle_entering *entering, const void *result);

// A function of its own for C to call. It is never released: who has got it may call it at any time. The shape, too,
// must live for ever. Null where there is no memory for it, or libffi cannot make it.
void *heddle_callback_create(const heddle_shape *shape, heddle_callback_body body, const void *context);

// ---- threads ------------------------------------------------------------------------------------------------------

// The host that the host table's functions serve on this thread; set around a host's calls.
const void *heddle_host_context(void);
void heddle_set_host_context(const void *context);

// ---- loading ------------------------------------------------------------------------------------------------------

// Returns the object behind a handle, which Swift's Glibc module lacks.
struct link_map *heddle_link_map(void *handle);
// Returns the path of the object that an address is in, or null. Swift's Glibc module lacks dladdr, too.
const char *heddle_object_at(const void *address);
// True if an address is mapped in this process.
bool heddle_is_mapped(uintptr_t address);

// Notes whether faults come to heddle_report_crashes, and may be passed over there.
void heddle_note_fault_handlers(void);
// Notes whether those of the calling thread can be handled: its signals and its stack for handlers.
void heddle_note_fault_thread(void);
// Copies memory that most probably is there, without a system call; false where heddle_copy_from has to look.
bool heddle_read_known(uintptr_t source, void *target, size_t size);
// The same in the other direction: false where heddle_copy_to has to look. Some of it may be written then.
bool heddle_write_known(uintptr_t target, const void *source, size_t size);
// True if the first or the last byte of some memory is certainly not there. Makes no system call, and may miss it.
bool heddle_is_absent(uintptr_t source, size_t size);
// Copies memory that may not be there, or may not be read: false then. No other way to look at it is safe, as other
// threads may take it away at any time.
bool heddle_copy_from(uintptr_t source, void *target, size_t size);

// Copies to memory that may not be there, or may not be written: false then.
bool heddle_copy_to(uintptr_t target, const void *source, size_t size);
// A sealed copy of bytes as a file descriptor, close-on-exec; negative errno where it cannot be made.
int heddle_sealed_copy(const char *name, const void *bytes, size_t size);
// True if a file begins with these bytes.
bool heddle_file_holds(int file, const void *bytes, size_t size);
// True if a folder is writable and not mounted noexec.
bool heddle_allows_execution(const char *folder);
// Adds bytes to a digest that tells files apart; anybody can find two files with the same one.
uint64_t heddle_digest(uint64_t digest, const void *bytes, size_t size);

// A function of at most three words, for C to call, which hands them on behind its context. It is never released. Null
// where there is no memory for it.
typedef uint64_t (*heddle_bound_body)(const void *context, uint64_t first, uint64_t second, uint64_t third);
void *heddle_bound_create(heddle_bound_body body, const void *context);

// The standard streams by function: they are mutable globals as well.
static inline FILE *heddle_standard_output(void) { return stdout; }
static inline FILE *heddle_standard_error(void) { return stderr; }

#ifdef __cplusplus
}
#endif

#include "files.h"
#include "floats.h"
#include "state.h"
#include "libffi.h"
#include "processes.h"
#include "threads.h"

#endif
