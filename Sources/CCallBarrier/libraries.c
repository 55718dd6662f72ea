// SPDX-License-Identifier: Apache-2.0
// The end of the libraries that Heddle itself is linked to. At the end of a process the dynamic linker calls the
// destructors of each library. Those of these libraries only note that they were called, and in the process of a case
// they take a fourth of its page faults.

#define _GNU_SOURCE
#include "CCallBarrier.h"

#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *const names[] = {"libffi.so", "libgcc_s.so", "libm.so", "libsqlite3.so", "libstdc++.so"};

static bool is_own(const char *file) {
    const char *slash = strrchr(file, '/'), *name = slash != NULL ? slash + 1 : file;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0) return true;
    return false;
}

static void do_nothing(void) {}

// The entries that the dynamic linker reads at the end. They are read-only once it has loaded the library.
static void clear_destructors(ElfW(Dyn) * entry, ElfW(Addr) base) {
    for (; entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_FINI_ARRAYSZ) entry->d_un.d_val = 0;
        if (entry->d_tag == DT_FINI) entry->d_un.d_ptr = (ElfW(Addr))(uintptr_t)do_nothing - base;
    }
}

static int skip_destructors(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size, (void)context;
    if (!is_own(object->dlpi_name)) return 0;
    const uintptr_t mask = ~(uintptr_t)(sysconf(_SC_PAGESIZE) - 1);
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *piece = &object->dlpi_phdr[i];
        if (piece->p_type != PT_DYNAMIC || (piece->p_flags & PF_W) == 0) continue;
        uintptr_t entries = object->dlpi_addr + piece->p_vaddr, start = entries & mask;
        size_t room = entries + piece->p_memsz - start;
        if (mprotect((void *)start, room, PROT_READ | PROT_WRITE) != 0) continue;
        clear_destructors((ElfW(Dyn) *)entries, object->dlpi_addr);
        mprotect((void *)start, room, PROT_READ);
    }
    return 0;
}

void heddle_skip_own_destructors(void) { dl_iterate_phdr(skip_destructors, NULL); }
