// SPDX-License-Identifier: Apache-2.0
// The death of a process, on a page that outlives it: the one that has started it reads there what it could still say.
// Native code may overwrite the page with anything.

#define _GNU_SOURCE
#include "report.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

extern void *__libc_stack_end;
// The page of this process; null for none.
static heddle_page *page;

// ---- the page -------------------------------------------------------------------------------------------------------

int heddle_page_create(void) {
    int file = memfd_create("heddle", MFD_CLOEXEC);
    if (file >= 0 && ftruncate(file, sizeof(heddle_page)) == 0) return file;
    int error = -errno;
    if (file >= 0) close(file);
    return error;
}

// Nobody may write to what stands on each side: a write beyond the end of other memory stops there.
static size_t margin(void) { return (size_t)sysconf(_SC_PAGESIZE); }
static size_t size(void) { return (sizeof(heddle_page) + margin() - 1) & ~(margin() - 1); }

// Without a file there is memory that forks of this process share with it.
static heddle_page *map(int file) {
    char *room = mmap(NULL, size() + 2 * margin(), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) return NULL;
    const int kind = MAP_SHARED | MAP_FIXED | MAP_NORESERVE | (file < 0 ? MAP_ANONYMOUS : 0);
    void *mapped = mmap(room + margin(), size(), PROT_READ | PROT_WRITE, kind, file, 0);
    if (mapped != MAP_FAILED) return mapped;
    int reason = errno;
    munmap(room, size() + 2 * margin());
    errno = reason;
    return NULL;
}

heddle_page *heddle_page_map(int file) { return map(file); }
void heddle_page_unmap(heddle_page *mapped) { munmap((char *)mapped - margin(), size() + 2 * margin()); }

void heddle_use_page(heddle_page *mapped) { page = mapped; }
heddle_page *heddle_own_page(void) { return page; }

bool heddle_has_page(void) {
    if (page == NULL) page = map(-1);
    return page != NULL;
}

void heddle_page_clear(heddle_page *cleared) {
    cleared->death = (heddle_death){.step = -1};
    cleared->frames[0] = 0;
    cleared->arguments[0] = 0;
    cleared->source[0] = 0;
    cleared->exit[0] = 0;
    cleared->library_count = 0;
}

static const char *ended(char *text, size_t room) {
    text[room - 1] = 0;
    return text;
}

const char *heddle_page_call(heddle_page *read) { return ended(read->call, sizeof read->call); }
const char *heddle_page_arguments(heddle_page *read) { return ended(read->arguments, sizeof read->arguments); }
const char *heddle_page_source(heddle_page *read) { return ended(read->source, sizeof read->source); }
const char *heddle_page_exit(heddle_page *read) { return ended(read->exit, sizeof read->exit); }
uint32_t heddle_page_cases(const heddle_page *read) { return read->cases; }
const heddle_death *heddle_page_death(const heddle_page *read) { return &read->death; }

uint64_t heddle_page_frame(const heddle_page *read, int number) {
    return number >= 0 && number < HEDDLE_FRAMES ? read->frames[number] : 0;
}

// ---- the step that runs ---------------------------------------------------------------------------------------------

void heddle_case_note_step(int step, const char *arguments, const char *source, size_t start, size_t end) {
    if (!heddle_is_case()) return;
    snprintf(page->arguments, HEDDLE_ARGUMENT_BYTES, "%s", arguments);
    snprintf(page->source, HEDDLE_SOURCE_BYTES, "%s", source);
    page->death.start = start;
    page->death.end = end;
    page->death.step = step;
}

void heddle_case_note_no_step(void) {
    if (!heddle_is_case()) return;
    page->death.step = -1;
    // The text that a step has printed is there although a later one ends the process. Another thread may keep the lock.
    if (ftrylockfile(stdout) != 0) return;
    fflush_unlocked(stdout);
    funlockfile(stdout);
}

// ---- the death ------------------------------------------------------------------------------------------------------

static int note_library(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size, (void)context;
    for (int i = 0; i < object->dlpi_phnum && page->library_count < HEDDLE_LIBRARIES; i++) {
        const ElfW(Phdr) *piece = &object->dlpi_phdr[i];
        if (piece->p_type != PT_LOAD || (piece->p_flags & PF_X) == 0) continue;
        heddle_loaded *library = &page->libraries[page->library_count++];
        *library = (heddle_loaded){.base = object->dlpi_addr, .start = object->dlpi_addr + piece->p_vaddr};
        library->end = library->start + piece->p_memsz;
        snprintf(library->file, sizeof library->file, "%s", object->dlpi_name);
    }
    return 0;
}

// Notes the libraries for the process that reads the page, which has others at these addresses, or none.
static void note_libraries(void) {
    page->library_count = 0;
    dl_iterate_phdr(note_library, NULL);
}

// Frames are found from the code that was interrupted, and there is none where native code has called an address that
// cannot be read. The call has put the place that it returns to in a known place; before that stands the call itself.
static void go_back_to_call(ucontext_t *context, uintptr_t address) {
#if defined(__x86_64__)
    greg_t *registers = context->uc_mcontext.gregs;
    if ((uintptr_t)registers[REG_RIP] != address) return;
    registers[REG_RIP] = *(const greg_t *)(uintptr_t)registers[REG_RSP] - 1;
    registers[REG_RSP] += (greg_t)sizeof(greg_t);
#elif defined(__aarch64__)
    if (context->uc_mcontext.pc != address) return;
    context->uc_mcontext.pc = context->uc_mcontext.regs[30] - 4;
#else
    (void)context, (void)address;
#endif
}

void heddle_note_signal(int signal_number, const siginfo_t *info, void *context) {
    if (page == NULL) return;
    heddle_death *death = &page->death;
    death->process = getpid();
    // These codes say who has sent it; a timer of the process, for one, has no sender. Those of the kernel are positive,
    // and say where, if there is a place that an address can name.
    bool is_sent = info->si_code == SI_USER || info->si_code == SI_TKILL || info->si_code == SI_QUEUE;
    death->sender = is_sent ? info->si_pid : 0;
    death->is_access =
        info->si_code > 0 && info->si_code != SI_KERNEL && (signal_number == SIGSEGV || signal_number == SIGBUS);
    death->address = death->is_access ? (uintptr_t)info->si_addr : 0;
    death->signal_number = signal_number;
    if (death->is_access) go_back_to_call(context, (uintptr_t)info->si_addr);
}

enum { STACK_REACH = 1 << 20 };
typedef struct walk {
    int count;
    bool is_interrupted;
} walk;

// The frames from the one on that the signal has interrupted.
static _Unwind_Reason_Code note_frame(struct _Unwind_Context *context, void *walking) {
    walk *walk = walking;
    int is_before = 0;
    uint64_t address = _Unwind_GetIPInfo(context, &is_before);
    heddle_death *death = &page->death;
    if (!walk->is_interrupted && is_before) {
        walk->is_interrupted = true;
        // An access that fails close to the end of the stack is one beyond it.
        uint64_t end = _Unwind_GetCFA(context), place = death->address;
        bool is_beside = (place < end ? end - place : place - end) < STACK_REACH;
        // Behind the other end of the first thread's stack nothing is full.
        death->is_stack_full = place != 0 && is_beside && (place < end || place < (uintptr_t)__libc_stack_end);
    }
    if (!walk->is_interrupted) return _URC_NO_REASON;
    if (walk->count == HEDDLE_FRAMES) return _URC_END_OF_STACK;
    page->frames[walk->count + 1] = 0;
    // Behind a call stands the address that it returns to, which may be that of the next function.
    page->frames[walk->count++] = is_before ? address : address - 1;
    return _URC_NO_REASON;
}

void heddle_note_frames(void) {
    walk walk = {0};
    if (page == NULL) return;
    page->death.process = getpid();
    _Unwind_Backtrace(note_frame, &walk);
    note_libraries();
}

void heddle_note_exit(const char *function, int status) {
    if (page == NULL) return;
    page->death.process = getpid();
    snprintf(page->exit, sizeof page->exit, status < 0 ? "%s" : "%s, with status %d", function, status);
    walk walk = {.is_interrupted = true};
    _Unwind_Backtrace(note_frame, &walk);
    note_libraries();
}

// ---- the code that ran, in whichever process asks -------------------------------------------------------------------

static bool find_in_libraries(heddle_page *read, uint64_t address, heddle_code_place *place) {
    for (uint32_t i = 0; i < read->library_count && i < HEDDLE_LIBRARIES; i++) {
        heddle_loaded *library = &read->libraries[i];
        if (address < library->start || address >= library->end) continue;
        // The program has no name there.
        const char *file = ended(library->file, sizeof library->file);
        *place = (heddle_code_place){.file = file, .address = address - library->base, .is_own = file[0] == 0};
        return true;
    }
    return false;
}

bool heddle_find_code(heddle_page *read, uint64_t address, heddle_code_place *place) {
    Dl_info found, own;
    // Libraries that the dead process has loaded itself are not in this one, unless this one was its origin.
    if (read != page || dladdr((const void *)(uintptr_t)address, &found) == 0 || found.dli_fname == NULL)
        return find_in_libraries(read, address, place);
    bool is_own = dladdr((const void *)(uintptr_t)heddle_find_code, &own) != 0 && own.dli_fbase == found.dli_fbase;
    *place = (heddle_code_place){
        .file = found.dli_fname,
        .address = address - (uintptr_t)found.dli_fbase,
        .function = found.dli_sname,
        .is_own = is_own,
    };
    return true;
}
