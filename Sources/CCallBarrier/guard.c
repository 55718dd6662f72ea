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
    // The number of running calls that have it.
    _Atomic int calls;
    // The next one that is gone, that ended later, or whose start has the same place in the table.
    struct block *other;
} block;

enum { PLACES = 1 << 12 };
static _Atomic(block *) blocks;
static pthread_mutex_t changing = PTHREAD_MUTEX_INITIALIZER;
// Those that are used, by their starts; those that are gone; and those that ended, the oldest first. Calls that have
// ended keep their addresses for a while, so that what is used too late is found.
static block *used[PLACES], *gone, *oldest, *latest;
static size_t used_count, ended_count;
enum { MOST_ENDED = 1000 };

static size_t page_size(void) { return (size_t)sysconf(_SC_PAGESIZE); }

static block **place_of(const void *start) { return &used[((uintptr_t)start * 0x9E3779B97F4A7C15u) >> 52]; }

static void forget_oldest(void) {
    block *forgotten = oldest;
    oldest = forgotten->other;
    atomic_store(&forgotten->state, GONE);
    munmap(forgotten->first, forgotten->bytes);
    forgotten->other = gone;
    gone = forgotten;
    ended_count--;
}

static block *take_block(void) {
    block *taken = gone;
    if (taken != NULL) {
        gone = taken->other;
        return taken;
    }
    taken = calloc(1, sizeof *taken);
    if (taken == NULL) abort();
    taken->next = atomic_load(&blocks);
    atomic_store(&blocks, taken);
    return taken;
}

// Pages that may be used, between two that may not; null where the system has no more.
static char *map(size_t bytes) {
    const size_t page = page_size();
    char *first = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (first == MAP_FAILED) return NULL;
    if (mprotect(first + page, bytes - 2 * page, PROT_READ | PROT_WRITE) == 0) return first;
    munmap(first, bytes);
    return NULL;
}

void *heddle_guard_allocate(size_t size, size_t alignment, bool is_at_start, const char *name) {
    const size_t page = page_size(), bytes = ((size + page - 1) / page + (size == 0) + 2) * page;
    pthread_mutex_lock(&changing);
    char *first = used_count < HEDDLE_MOST_GUARDED ? map(bytes) : NULL;
    if (first == NULL) {
        pthread_mutex_unlock(&changing);
        return NULL;
    }
    char *end = first + bytes - page;
    block *taken = take_block();
    taken->first = first;
    taken->bytes = bytes;
    taken->size = size;
    taken->start = is_at_start ? first + page : (char *)((uintptr_t)(end - size) & ~(uintptr_t)(alignment - 1));
    size_t length = strlen(name);
    if (length >= sizeof taken->name) length = sizeof taken->name - 1;
    memcpy(taken->name, name, length);
    taken->name[length] = '\0';
    atomic_store(&taken->calls, 0);
    block **place = place_of(taken->start);
    taken->other = *place;
    *place = taken;
    used_count++;
    atomic_store(&taken->state, WRITABLE);
    pthread_mutex_unlock(&changing);
    return taken->start;
}

// The place in the table of the block that begins at an address; it is null where there is none. The table is locked.
static block **find(const void *start) {
    block **place = place_of(start);
    while (*place != NULL && (*place)->start != start) place = &(*place)->other;
    return place;
}

void heddle_guard_seal(const void *start) {
    pthread_mutex_lock(&changing);
    block *found = *find(start);
    if (found != NULL) {
        atomic_store(&found->state, READABLE);
        mprotect(found->first + page_size(), found->bytes - 2 * page_size(), PROT_READ);
    }
    pthread_mutex_unlock(&changing);
}

void heddle_guard_note(const void *start, bool is_running) {
    pthread_mutex_lock(&changing);
    block *found = *find(start);
    if (found != NULL) atomic_fetch_add(&found->calls, is_running ? 1 : -1);
    pthread_mutex_unlock(&changing);
}

size_t heddle_guard_rest(const void *place) {
    for (const block *each = atomic_load(&blocks); each != NULL; each = each->next) {
        state now = atomic_load(&each->state);
        const char *address = place, *end = each->start + each->size;
        if ((now == WRITABLE || now == READABLE) && address >= each->start && address < end)
            return (size_t)(end - address);
    }
    return 0;
}

bool heddle_guard_end(const void *start) {
    pthread_mutex_lock(&changing);
    block **place = find(start), *found = *place;
    if (found != NULL) {
        *place = found->other;
        used_count--;
        // New pages in place of the old ones: their memory is given back.
        const int kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE;
        if (mmap(found->first, found->bytes, PROT_NONE, kind, -1, 0) == MAP_FAILED)
            mprotect(found->first, found->bytes, PROT_NONE);
        atomic_store(&found->state, ENDED);
        found->other = NULL;
        if (ended_count++ == 0)
            oldest = found;
        else
            latest->other = found;
        latest = found;
        if (ended_count > MOST_ENDED) forget_oldest();
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

// Fast functions of texts begin to read at the multiple of a vector's size below, which is never on another page.
enum { VECTOR = 64 };

// Returns whether an access there is one of the block. Memory that has ended is no reason for one far from it.
static bool concerns(const block *block, state now, const char *address) {
    if (now == ENDED) return address + VECTOR > block->start && address < block->start + block->size + VECTOR;
    return now != GONE && address >= block->first && address < block->first + block->bytes;
}

// The distance of an access from a block that is in use, in bytes; 0 within.
static size_t distance(const block *block, const char *address) {
    if (address < block->start) return (size_t)(block->start - address);
    const char *end = block->start + block->size;
    return address < end ? 0 : (size_t)(address - end) + 1;
}

// The block that an access has most likely left: of a call that is running the nearest one, unless that is far; else one
// that the access touches, or whose pages on the sides it does.
enum { FAR = 1 << 20 };
static const block *left_by(const char *address) {
    const block *found = NULL, *touched = NULL;
    for (const block *each = atomic_load(&blocks); each != NULL; each = each->next) {
        state now = atomic_load(&each->state);
        if (touched == NULL && concerns(each, now, address)) touched = each;
        if ((now != WRITABLE && now != READABLE) || atomic_load(&each->calls) <= 0) continue;
        if (distance(each, address) > FAR) continue;
        if (found == NULL || distance(each, address) < distance(found, address)) found = each;
    }
    return found != NULL && (touched == NULL || atomic_load(&touched->state) != ENDED) ? found : touched;
}

static void add_block(const block *block, const char *address) {
    const bool is_before = address < block->start;
    heddle_add(is_before ? " at offset -" : " at offset ");
    add_number((size_t)(is_before ? block->start - address : address - block->start));
    heddle_add(" of the argument ");
    heddle_add(block->name);
    heddle_add(", which ");
    if (distance(block, address) == 0) return heddle_add("it may only read,");
    heddle_add("has ");
    add_number(block->size);
    heddle_add(block->size == 1 ? " byte," : " bytes,");
}

void heddle_guard_add_place(int signal, const siginfo_t *info, const void *context) {
    if (signal != SIGSEGV || info->si_code <= 0) return;
    const char *address = info->si_addr;
    const block *found = left_by(address);
    if (found == NULL) return;
    heddle_add(access_word(context));
    if (atomic_load(&found->state) != ENDED) return add_block(found, address);
    heddle_add(" the argument ");
    heddle_add(found->name);
    heddle_add(" of a call that has ended,");
}
