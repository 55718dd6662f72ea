// SPDX-License-Identifier: Apache-2.0
// The calls that native code makes of the host, and what becomes of those that it leaves by longjmp.

#define _GNU_SOURCE
#include "CCallBarrier.h"
#include "landing.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

// A frame behind a header.
typedef struct heddle_frame_memory {
    struct heddle_frame_memory *outer;
    const heddle_frame *frame;
    _Alignas(16) char bytes[];
} frame_memory;

// An entry with the landing that was innermost when it began: behind a jump that nobody saw the later ones are gone.
typedef struct landed_entry {
    heddle_entry entry;
    heddle_landing *landing;
} landed_entry;

HEDDLE_THREAD_LOCAL heddle_entry *heddle_innermost_entry;

// The lowest and highest address of the thread's own stack; 0 until somebody asks.
static __thread uintptr_t stack_start, stack_end;

bool heddle_is_on_stack(uintptr_t address) {
    pthread_attr_t attributes;
    if (stack_end == 0 && pthread_getattr_np(pthread_self(), &attributes) == 0) {
        void *start;
        size_t size;
        pthread_attr_getstack(&attributes, &start, &size);
        stack_start = (uintptr_t)start;
        stack_end = stack_start + size;
        pthread_attr_destroy(&attributes);
    }
    return stack_start <= address && address < stack_end;
}

// Returns whether a call that begins at an address shows that another one was left: inner calls stand lower
// on the same stack. A coroutine's stack shows nothing.
static bool shows_left(uintptr_t address, const heddle_entry *entry) {
    return address >= entry->place && heddle_is_on_stack(address) && heddle_is_on_stack(entry->place);
}

heddle_entry *heddle_begin_entry(size_t size, size_t alignment, const char *noted, void (*left)(const void *action)) {
    uintptr_t place = (uintptr_t)__builtin_frame_address(0);
    heddle_entry *outer = heddle_innermost_entry;
    while (outer != NULL && shows_left(place, outer)) outer = outer->outer;
    if (outer != heddle_innermost_entry) heddle_abandon_entries(outer);

    size_t header = (sizeof(landed_entry) + alignment - 1) & ~(alignment - 1);
    void *memory;
    if (posix_memalign(&memory, alignment, header + size) != 0) abort();
    memset(memory, 0, header + size);
    heddle_entry *entry = memory;
    ((landed_entry *)memory)->landing = heddle_innermost_landing;
    entry->outer = outer;
    entry->place = place;
    entry->top = heddle_current_thread()->top;
    entry->passed = heddle_current_thread()->passed;
    entry->said = heddle_said();
    entry->left = left;
    entry->values = (char *)memory + header;
    entry->noted = heddle_note_call(noted);
    entry->floats = heddle_enter_host_floats(heddle_is_called());
    heddle_innermost_entry = entry;
    return entry;
}

static void drop(heddle_entry *entry) {
    heddle_innermost_entry = entry->outer;
    heddle_note_call(entry->noted);
    heddle_drop_jump(entry->jump);
    free(entry);
}

void heddle_end_entry(heddle_entry *entry) {
    heddle_float_state floats = entry->floats;
    drop(entry);
    heddle_return_to_native_floats(floats);
}

static void abandon(heddle_entry *entry) {
    heddle_take_over_said(entry->said);
    while (entry->frames != NULL) {
        frame_memory *memory = entry->frames;
        entry->left(memory->frame->action);
        heddle_failure_destroy(memory->frame->failure);
        entry->frames = memory->outer;
        free(memory);
    }
    heddle_arena_release(&entry->invocation);
    heddle_thread *thread = heddle_current_thread();
    thread->top = entry->top;
    __atomic_store_n(&thread->passed, entry->passed, __ATOMIC_RELEASE);
    if (thread->mark % 2 == 1) heddle_leave(thread);
    heddle_innermost_landing = ((landed_entry *)entry)->landing;
    drop(entry);
}

void heddle_abandon_entries(heddle_entry *innermost) {
    while (heddle_innermost_entry != innermost) abandon(heddle_innermost_entry);
}

void *heddle_allocate_frame(size_t size, size_t displacement) {
    frame_memory *memory = NULL;
    if (posix_memalign((void **)&memory, 16, sizeof *memory + displacement + size) != 0) abort();
    memory->outer = heddle_innermost_entry->frames;
    void *frame = memory->bytes + displacement;
    memory->frame = frame;
    heddle_innermost_entry->frames = memory;
    return frame;
}

void heddle_free_frame(void) {
    frame_memory *memory = heddle_innermost_entry->frames;
    heddle_innermost_entry->frames = memory->outer;
    free(memory);
}
