// SPDX-License-Identifier: Apache-2.0
// Memory for arguments between pages that nobody may touch: code that leaves it crashes where it does.

#define _GNU_SOURCE
#include "report.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

typedef enum state { GONE, WRITABLE, READABLE, ENDED } state;

// A block of memory with a page on either side. Signal handlers read the list at any time: nothing is taken out of it,
// and a block that is gone is used again.
typedef struct block {
    struct block *next;
    _Atomic(state) state;
    // The pages, those on the sides among them.
    char *first;
    size_t bytes;
    char *start;
    size_t size;
    char name[64];
    // Counts the calls that ended before.
    unsigned long end;
} block;

static _Atomic(block *) blocks;
static pthread_mutex_t changing = PTHREAD_MUTEX_INITIALIZER;
// Calls that have ended keep their addresses for a while, so that what is used too late is found.
enum { MOST_ENDED = 1000 };
static size_t ended;
static unsigned long ends;

static size_t page_size(void) { return (size_t)sysconf(_SC_PAGESIZE); }

static void forget_oldest(void) {
    block *oldest = NULL;
    for (block *each = atomic_load(&blocks); each != NULL; each = each->next)
        if (atomic_load(&each->state) == ENDED && (oldest == NULL || each->end < oldest->end)) oldest = each;
    if (oldest == NULL) return;
    atomic_store(&oldest->state, GONE);
    munmap(oldest->first, oldest->bytes);
    ended--;
}

static block *take_block(void) {
    for (block *each = atomic_load(&blocks); each != NULL; each = each->next)
        if (atomic_load(&each->state) == GONE) return each;
    block *added = calloc(1, sizeof *added);
    if (added == NULL) abort();
    added->next = atomic_load(&blocks);
    atomic_store(&blocks, added);
    return added;
}

void *heddle_guard_allocate(size_t size, size_t alignment, bool is_at_start, const char *name) {
    const size_t page = page_size(), pages = (size + page - 1) / page + (size == 0), bytes = (pages + 2) * page;
    char *first = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (first == MAP_FAILED || mprotect(first + page, pages * page, PROT_READ | PROT_WRITE) != 0) abort();
    char *end = first + page + pages * page;
    pthread_mutex_lock(&changing);
    block *taken = take_block();
    taken->first = first;
    taken->bytes = bytes;
    taken->size = size;
    taken->start = is_at_start ? first + page : (char *)((uintptr_t)(end - size) & ~(uintptr_t)(alignment - 1));
    size_t length = strlen(name);
    if (length >= sizeof taken->name) length = sizeof taken->name - 1;
    memcpy(taken->name, name, length);
    taken->name[length] = '\0';
    atomic_store(&taken->state, WRITABLE);
    pthread_mutex_unlock(&changing);
    return taken->start;
}

// The block that begins at an address. The list is locked.
static block *block_at(const void *start) {
    for (block *each = atomic_load(&blocks); each != NULL; each = each->next) {
        state now = atomic_load(&each->state);
        if ((now == WRITABLE || now == READABLE) && each->start == start) return each;
    }
    return NULL;
}

void heddle_guard_seal(const void *start) {
    pthread_mutex_lock(&changing);
    block *found = block_at(start);
    if (found != NULL) {
        atomic_store(&found->state, READABLE);
        mprotect(found->first + page_size(), found->bytes - 2 * page_size(), PROT_READ);
    }
    pthread_mutex_unlock(&changing);
}

bool heddle_guard_end(const void *start) {
    pthread_mutex_lock(&changing);
    block *found = block_at(start);
    if (found != NULL) {
        // New pages in place of the old ones: their memory is given back.
        const int kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE;
        if (mmap(found->first, found->bytes, PROT_NONE, kind, -1, 0) == MAP_FAILED) abort();
        found->end = ++ends;
        atomic_store(&found->state, ENDED);
        if (++ended > MOST_ENDED) forget_oldest();
    }
    pthread_mutex_unlock(&changing);
    return found != NULL;
}

// ---- the words of a crash -------------------------------------------------------------------------------------------

static void add_number(size_t number) {
    char digits[24], *next = digits + sizeof digits;
    *--next = '\0';
    do *--next = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    heddle_add(next);
}

static const char *access_word(const void *context) {
#if defined(__x86_64__)
    // The second bit of the error code of a page fault stands for a write.
    return (((const ucontext_t *)context)->uc_mcontext.gregs[REG_ERR] & 2) != 0 ? ", writing" : ", reading";
#else
    (void)context;
    return ", reading or writing";
#endif
}

void heddle_guard_add_place(int signal, const siginfo_t *info, const void *context) {
    if (signal != SIGSEGV || info->si_code <= 0) return;
    const char *address = info->si_addr;
    for (const block *each = atomic_load(&blocks); each != NULL; each = each->next) {
        state now = atomic_load(&each->state);
        if (now == GONE || address < each->first || address >= each->first + each->bytes) continue;
        const bool is_before = address < each->start;
        heddle_add(access_word(context));
        heddle_add(is_before ? " at offset -" : " at offset ");
        add_number((size_t)(is_before ? each->start - address : address - each->start));
        heddle_add(" of the argument ");
        heddle_add(each->name);
        if (now == ENDED) return heddle_add(" of a call that has ended,");
        heddle_add(", which ");
        if (!is_before && address < each->start + each->size) return heddle_add("it may only read,");
        heddle_add("has ");
        add_number(each->size);
        heddle_add(each->size == 1 ? " byte," : " bytes,");
        return;
    }
}
