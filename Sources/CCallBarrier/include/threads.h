// SPDX-License-Identifier: Apache-2.0
// The threads that make calls: what each does now, and whether it may still hold a chain that was replaced. A part of
// CCallBarrier.h, which includes it.
#ifndef CCALLBARRIER_THREADS_H
#define CCALLBARRIER_THREADS_H

#include "CCallBarrier.h"

#ifdef __cplusplus
extern "C" {
#endif

struct heddle_gate;
// The number of gates that a thread remembers. A call that passes more must have passed one of these already.
#define HEDDLE_MOST_GATES 64

// The present state of a thread. Records are reused and never released, so other threads may read them at any time.
typedef struct heddle_thread {
    // The innermost woven call.
    heddle_frame *top;
    // Counts entries into and exits from the outermost woven call; odd while inside.
    uint64_t mark;
    // Counts the beginnings and ends of reading an action's chain; odd while reading. A thread for which it has not
    // changed since before a chain was woven cannot hold that chain.
    uint64_t reads;
    bool is_used;
    struct heddle_thread *next;
    // Only the thread itself reads the rest. The number of woven calls that it has made.
    uint64_t calls;
    // The number of bodies that it runs in which hooks are ignored.
    uint32_t ignores;
    // True if it runs background hooks; then this is the copy of a call that one of them looks at, or null.
    bool is_background;
    const heddle_frame *copy;
    // The gates that its calls have passed and not left, outermost first; see heddle_gate. Other threads read them.
    uint32_t passed;
    const struct heddle_gate *gates[HEDDLE_MOST_GATES];
} heddle_thread;

// A variable of the thread at a fixed distance from the thread's pointer: reading it calls nothing.
#define HEDDLE_THREAD_LOCAL __thread __attribute__((tls_model("initial-exec"), visibility("hidden")))

// The first of all records, which lead to the others; null while there is none.
const heddle_thread *heddle_first_thread(void);
// The calling thread's record; null until it first asks for it.
extern HEDDLE_THREAD_LOCAL heddle_thread *heddle_this_thread;
// Makes the calling thread's record, which is given back at the thread's end.
heddle_thread *_Nonnull heddle_join_thread(void);

// The calling thread's record.
static inline heddle_thread *_Nonnull heddle_current_thread(void) {
    heddle_thread *thread = heddle_this_thread;
    return __builtin_expect(thread != NULL, 1) ? thread : heddle_join_thread();
}

// Enters a woven call: from here on the thread may hold a chain, and until heddle_settle it reads one.
static inline void heddle_enter(heddle_thread *_Nonnull thread) {
    if (thread->top == NULL) __atomic_store_n(&thread->mark, thread->mark + 1, __ATOMIC_RELAXED);
    __atomic_store_n(&thread->reads, thread->reads + 1, __ATOMIC_RELAXED);
    // Orders the marks before the load of the chain for the compiler; heddle_barrier does so for the processor.
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

// The thread has read the chain of its call.
static inline void heddle_settle(heddle_thread *_Nonnull thread) {
    __atomic_store_n(&thread->reads, thread->reads + 1, __ATOMIC_RELEASE);
}

// Leaves it.
static inline void heddle_leave(heddle_thread *_Nonnull thread) {
    if (thread->top == NULL) {
        __atomic_store_n(&thread->mark, thread->mark + 1, __ATOMIC_RELEASE);
    }
}

// Returns whether a frame is one of the calling thread's woven calls now, or the copy that its hook looks at.
static inline bool heddle_is_live(const heddle_frame *_Nonnull frame) {
    const heddle_thread *thread = heddle_this_thread;
    if (thread == NULL) return false;
    if (frame == thread->copy) return true;
    for (const heddle_frame *live = thread->top; live != NULL; live = live->outer)
        if (live == frame) return true;
    return false;
}

// Makes a frame the innermost one of its thread, and takes it away again.
static inline void heddle_push(heddle_thread *_Nonnull thread, heddle_frame *_Nonnull frame) {
    frame->serial = thread->calls++;
    const heddle_frame *outer = thread->top;
    frame->is_inside_hook = outer != NULL && (outer->is_inside_hook || outer->running != NULL);
    frame->outer = thread->top;
    thread->top = frame;
}
static inline void heddle_pop(heddle_thread *_Nonnull thread, heddle_frame *_Nonnull frame) {
    thread->top = frame->outer;
}

// ---- calls of a module whose state can move -------------------------------------------------------------------------
//
// Calls pass the gate of the build that they run in, by plain stores into the record of their thread. A thread that moves
// the state closes it, makes all marks visible by heddle_barrier, and waits until no thread has it: new calls wait
// meanwhile, and those inside of a call that has passed go through, or it would never end.

typedef enum heddle_gate_state {
    HEDDLE_GATE_OPEN = 0,
    HEDDLE_GATE_CLOSED = 1,
    // Closed for ever: another build has taken its place.
    HEDDLE_GATE_RETIRED = 2
} heddle_gate_state;

typedef struct heddle_gate {
    uint32_t state;
    // Until when calls wait while it is closed, in nanoseconds of CLOCK_MONOTONIC.
    uint64_t deadline;
} heddle_gate;

// Returns whether the thread has passed the gate and not left it.
static inline bool heddle_has_passed(const heddle_thread *_Nonnull thread, const heddle_gate *_Nonnull gate) {
    uint32_t count = thread->passed < HEDDLE_MOST_GATES ? thread->passed : HEDDLE_MOST_GATES;
    for (uint32_t index = 0; index < count; index++)
        if (thread->gates[index] == gate) return true;
    return false;
}

// Leaves the gate that was passed last.
static inline void heddle_leave_gate(heddle_thread *_Nonnull thread) {
    __atomic_store_n(&thread->passed, thread->passed - 1, __ATOMIC_RELEASE);
}

// Notes that the thread has passed a gate. It must remember fewer than HEDDLE_MOST_GATES.
static inline void heddle_mark_gate(heddle_thread *_Nonnull thread, const heddle_gate *_Nonnull gate) {
    uint32_t index = thread->passed;
    __atomic_store_n(&thread->gates[index], gate, __ATOMIC_RELAXED);
    __atomic_store_n(&thread->passed, index + 1, __ATOMIC_RELEASE);
}

// Passes a gate; false where it is closed for this call, or where the thread remembers no more gates.
static inline bool heddle_pass_gate(heddle_thread *_Nonnull thread, const heddle_gate *_Nonnull gate) {
    if (__builtin_expect(thread->passed >= HEDDLE_MOST_GATES, false)) {
        if (!heddle_has_passed(thread, gate)) return false;
        __atomic_store_n(&thread->passed, thread->passed + 1, __ATOMIC_RELAXED);
        return true;
    }
    heddle_mark_gate(thread, gate);
    // Orders the mark before the look at the state for the compiler; heddle_barrier does so for the processor.
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (__builtin_expect(__atomic_load_n(&gate->state, __ATOMIC_ACQUIRE) == HEDDLE_GATE_OPEN, true)) return true;
    heddle_leave_gate(thread);
    if (!heddle_has_passed(thread, gate)) return false;
    heddle_mark_gate(thread, gate);
    return true;
}

// Passes a gate that this thread has closed, where it remembers further gates.
static inline bool heddle_pass_own_gate(heddle_thread *_Nonnull thread, const heddle_gate *_Nonnull gate) {
    if (thread->passed >= HEDDLE_MOST_GATES) return false;
    heddle_mark_gate(thread, gate);
    return true;
}

// Closes it; calls wait for so many nanoseconds.
void heddle_close_gate(heddle_gate *_Nonnull gate, uint64_t nanoseconds);
// Sets another state, and wakes the threads that wait for it to change.
void heddle_set_gate(heddle_gate *_Nonnull gate, heddle_gate_state state);
// Waits until the gate is not closed any more; false where it is closed yet at the deadline.
bool heddle_await_gate(const heddle_gate *_Nonnull gate);
static inline bool heddle_is_gate_retired(const heddle_gate *_Nonnull gate) {
    return __atomic_load_n(&gate->state, __ATOMIC_ACQUIRE) == HEDDLE_GATE_RETIRED;
}
// Returns whether a thread has passed the gate and not left it.
bool heddle_is_gate_passed(const heddle_gate *_Nonnull gate);

// ---- calls that native code makes of the host -----------------------------------------------------------------------

// A call by heddle_host.call or by a callback, in memory of its own: native code may leave it by longjmp, and then what
// stood on the stack is gone, and nothing behind the call has run. [thread: the one that makes the call]
typedef struct heddle_entry {
    struct heddle_entry *outer;
    // The state to restore at its end: the innermost woven call, the reported failure, the note, the number of gates that
    // the thread had passed, and the floating-point state.
    heddle_frame *top;
    heddle_failure *said;
    const char *noted;
    uint32_t passed;
    heddle_float_state floats;
    // The place on the stack where it was begun.
    uintptr_t place;
    // The frames of woven calls that run inside of it.
    struct heddle_frame_memory *frames;
    // Hears of each woven call that was left by longjmp.
    void (*_Nonnull left)(const void *_Nonnull action);
    // The longjmp that was stopped where it left the call; null for none.
    struct heddle_jump *jump;
    heddle_invocation invocation;
    // Room for the call's values.
    void *values;
} heddle_entry;

// The innermost of the calling thread; null for none.
extern HEDDLE_THREAD_LOCAL heddle_entry *heddle_innermost_entry;
static inline bool heddle_is_in_entry(void) { return __builtin_expect(heddle_innermost_entry != NULL, false); }
// Begins one, with zeroed room for values. What is `noted` lives for ever.
heddle_entry *_Nonnull heddle_begin_entry(size_t size, size_t alignment, const char *noted,
                                          void (*_Nonnull left)(const void *_Nonnull action));
// The call that it makes; to be filled in.
static inline heddle_invocation *_Nonnull heddle_entry_invocation(heddle_entry *_Nonnull entry) {
    return &entry->invocation;
}
// Ends it in order, and releases its memory. `invocation` must hold nothing any more.
void heddle_end_entry(heddle_entry *_Nonnull entry);
// Ends all that were begun behind one that was innermost, as native code has left them by longjmp.
void heddle_abandon_entries(heddle_entry *innermost);

// ---- jumps out of calls that native code makes ----------------------------------------------------------------------
//
// A longjmp that leaves such calls stops at each of them, innermost first: the call fails, its hooks take their turns,
// and its entry ends in order. Behind that it goes on.

typedef struct heddle_jump heddle_jump;
// Called in the place of longjmp: stops at the innermost call that it leaves. Returns if it leaves none, and where that
// cannot be told. `jump` is the function that was called.
void heddle_stop_jump(const void *_Nonnull buffer, int value, void (*_Nonnull jump)(void *, int));
// Takes the jump that left the call of an entry; null for none. Behind the end of the entry the caller goes on with it,
// or drops it.
heddle_jump *heddle_take_jump(heddle_entry *_Nonnull entry);
// Goes on, and never returns.
void heddle_go_on(heddle_jump *_Nonnull jump);
void heddle_drop_jump(heddle_jump *jump);
// The end of a failure of a call that a jump has left. What the call itself had reported goes to the function that made
// it. [barrier.cpp]
void heddle_failure_leave(heddle_failure *_Nonnull failure);

// Memory for the frame of a woven call that runs inside of an entry, aligned to 16 bytes; it begins so many bytes behind
// the start of its block, a multiple of 16. Frames are freed in the opposite order.
void *_Nonnull heddle_allocate_frame(size_t size, size_t displacement);
void heddle_free_frame(void);

// The failure reported by the function that this thread runs. [barrier.cpp]
heddle_failure *heddle_said(void);
// Returns whether the thread runs something that the host has called.
bool heddle_is_called(void);
// Failures reported since then by calls that were left go to the function that had reported `before`: they cannot be
// told from those that it reported after the jump. [barrier.cpp]
void heddle_take_over_said(heddle_failure *before);

// A thread that was inside of a call at some moment, and its marks then.
typedef struct heddle_witness {
    heddle_thread *thread;
    uint64_t mark;
    uint64_t reads;
} heddle_witness;

// Makes every thread's mark visible (membarrier). False where the kernel cannot: then nothing may be reclaimed.
bool heddle_barrier(void);
// The threads that are inside of a call now: writes up to `capacity` of them, returns how many there are.
size_t heddle_witnesses(heddle_witness *into, size_t capacity);
// Returns whether the thread has left the call that it was in then.
bool heddle_has_left(heddle_witness witness);

#ifdef __cplusplus
}
#endif

#endif
