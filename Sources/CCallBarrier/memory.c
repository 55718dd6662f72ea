// SPDX-License-Identifier: Apache-2.0
// The memory of a process that is forked for each case. A fork copies an entry for each page that the process has
// written to, and behind a large file of cases that takes longer than everything else. An entry for a huge page takes
// no longer than one for a small page. Pages of files are not copied: the new process maps those anew that it touches, by
// a page fault for some of them each.

#define _GNU_SOURCE
#include "CCallBarrier.h"

#include <link.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif
// The size on x86-64, and on arm64 with pages of 4 KB. Elsewhere the kernel refuses the advice, and nothing changes.
enum { HUGE_PAGE = 2 << 20 };

void heddle_collapse_memory(void) {
    FILE *maps = fopen("/proc/self/maps", "re");
    if (maps == NULL) return;
    char line[512];
    while (fgets(line, sizeof line, maps) != NULL) {
        unsigned long start, end, file;
        char rights[5];
        if (sscanf(line, "%lx-%lx %4s %*x %*s %lu", &start, &end, rights, &file) != 4) continue;
        if (rights[0] != 'r' || rights[1] != 'w' || rights[3] != 'p' || file != 0) continue;
        const uintptr_t mask = ~(uintptr_t)(HUGE_PAGE - 1);
        uintptr_t first = (start + HUGE_PAGE - 1) & mask, last = end & mask;
        // One after the other: where there is no room for one, there may be for the next.
        for (uintptr_t page = first; page < last; page += HUGE_PAGE) {
            unsigned char is_there = 0;
            if (mincore((void *)page, 1, &is_there) != 0 || (is_there & 1) == 0) continue;
            madvise((void *)page, HUGE_PAGE, MADV_COLLAPSE);
        }
    }
    fclose(maps);
}

// Keeps the free pieces of this size that stand before `end`.
static void keep_pieces(size_t size, uintptr_t end) {
    void *piece;
    while ((piece = malloc(size)) != NULL && (uintptr_t)piece < end) {}
    free(piece);
}

void heddle_fill_heap(void) {
    // The free memory at the end of the heap begins here.
    uintptr_t end = (uintptr_t)sbrk(0) - mallinfo2().keepcost;
    for (size_t size = 128 * 1024; size > 1024; size -= size / 8) keep_pieces(size, end);
    // glibc keeps pieces of up to this size in lists, one for each 16 bytes.
    for (size_t size = 1032; size > 16; size -= 16) keep_pieces(size, end);
}

// Huge pages with what stands at `start`, for those who may run it; null where there can be none.
static void *huge_copy(const void *start, size_t size) {
    size_t room = size + HUGE_PAGE;
    char *whole = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (whole == MAP_FAILED) return NULL;
    char *copy = (char *)(((uintptr_t)whole + HUGE_PAGE - 1) & ~(uintptr_t)(HUGE_PAGE - 1));
    if (copy > whole) munmap(whole, (size_t)(copy - whole));
    munmap(copy + size, (size_t)(whole + room - copy) - size);
    madvise(copy, size, MADV_HUGEPAGE);
    memcpy(copy, start, size);
    // Small pages would all be copied by each fork.
    if (madvise(copy, size, MADV_COLLAPSE) == 0 && mprotect(copy, size, PROT_READ | PROT_EXEC) == 0) return copy;
    munmap(copy, size);
    return NULL;
}

static int collapse_code(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size, (void)context;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *piece = &object->dlpi_phdr[i];
        if (piece->p_type != PT_LOAD || (piece->p_flags & PF_X) == 0) continue;
        const uintptr_t mask = ~(uintptr_t)(HUGE_PAGE - 1);
        uintptr_t start = object->dlpi_addr + piece->p_vaddr;
        uintptr_t first = (start + HUGE_PAGE - 1) & mask, last = (start + piece->p_memsz) & mask;
        if (first >= last) continue;
        void *copy = huge_copy((const void *)first, last - first);
        if (copy == NULL) continue;
        // In one step, so that the code which runs now goes on.
        void *place = mremap(copy, last - first, last - first, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)first);
        if (place == MAP_FAILED) munmap(copy, last - first);
    }
    // The program comes first; its libraries are smaller than a huge page.
    return 1;
}

void heddle_collapse_program(void) { dl_iterate_phdr(collapse_code, NULL); }
