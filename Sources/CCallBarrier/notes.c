// SPDX-License-Identifier: Apache-2.0
// The call or loading that each thread runs, in words that follow "in".

#define _GNU_SOURCE
#include "report.h"

#include <string.h>
#include <unistd.h>

static __thread const char *noted;
// The notes of the thread that makes the calls. Their memory outlives the first thread.
static const char *const *first_noted;
// The page where the host sees what the thread runs that makes the calls, also when the process is gone. Null on all
// others.
static __thread char *shown;

// The first byte comes last: a process that is killed in between shows nothing, and no half of a text.
static void show(const char *words) {
    size_t length = words != NULL ? strnlen(words, HEDDLE_CALL_BYTES - 1) : 0;
    __atomic_store_n(&shown[0], 0, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (length == 0) return;
    memcpy(shown + 1, words + 1, length - 1);
    shown[length] = 0;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    __atomic_store_n(&shown[0], words[0], __ATOMIC_RELAXED);
}

const char *heddle_note_call(const char *call) {
    const char *outer = noted;
    if (__builtin_expect(heddle_is_forked, false)) heddle_end_fork();
    // Other threads may look at it.
    __atomic_store_n(&noted, call, __ATOMIC_RELAXED);
    if (shown != NULL) show(call);
    return outer;
}

void heddle_show_notes(heddle_page *page) { shown = page != NULL ? page->call : NULL; }
const char *heddle_shown_call(void) { return shown != NULL && shown[0] != 0 ? shown : NULL; }
void heddle_make_notes_first(void) { first_noted = &noted; }

const char *const *heddle_noted_here(void) { return &noted; }
const char *heddle_noted(const char *const *place) { return __atomic_load_n(place, __ATOMIC_RELAXED); }

static void add_action(const heddle_frame *frame) {
    const heddle_signature *action = frame->call.action;
    heddle_add(action != NULL ? action->module : "");
    heddle_add(action != NULL ? "." : "an action");
    heddle_add(action != NULL ? action->action : "");
}

static void add_hook(const heddle_frame *frame, const heddle_frame *top) {
    heddle_add(" in ");
    if (frame != top) add_action(top);
    if (frame != top) heddle_add(", called by ");
    heddle_add(frame->running->words);
    heddle_add(" around ");
    add_action(frame);
}

static void add_notes(void) {
    heddle_add(" in ");
    heddle_add(noted);
    for (const heddle_entry *entry = heddle_innermost_entry; entry != NULL; entry = entry->outer) {
        if (entry->noted == NULL) continue;
        heddle_add(", called by ");
        heddle_add(entry->noted);
    }
}

// A thread that notes nothing is one that a module has made, or runs nothing of a module.
static void add_absence(void) {
    if (first_noted == NULL || first_noted == &noted) return heddle_add(" outside of a call");
    heddle_add(" on a thread of its own");
    const char *first = heddle_noted(first_noted);
    if (first == NULL) return;
    heddle_add(", during ");
    heddle_add(first);
}

// The hook whose code the thread is inside of, behind the action that the hook has called where that is woven itself;
// or what was noted.
void heddle_add_place(void) {
    const heddle_frame *top = heddle_this_thread != NULL ? heddle_this_thread->top : NULL;
    const heddle_frame *frame = top;
    while (frame != NULL && frame->running == NULL) frame = frame->outer;
    if (frame != NULL)
        add_hook(frame, top);
    else if (noted != NULL)
        add_notes();
    else
        add_absence();
}
