// SPDX-License-Identifier: Apache-2.0
// The memory of a process that is forked for each case. A fork copies an entry for each page that the process has
// written to, and behind a large file of cases that takes longer than everything else. An entry for a huge page takes
// no longer than one for a small page.

#define _GNU_SOURCE
#include "CCallBarrier.h"

#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>

#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif
// That of x86-64, and of arm64 with pages of 4 KB. Elsewhere the kernel refuses the advice, and nothing changes.
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
