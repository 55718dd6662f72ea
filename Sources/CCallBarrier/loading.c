// SPDX-License-Identifier: Apache-2.0
// What loading needs of Linux and Swift's Glibc does not show.

#define _GNU_SOURCE
#include "CCallBarrier.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

struct link_map *heddle_link_map(void *handle) {
    struct link_map *map = NULL;
    return dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 ? map : NULL;
}

bool heddle_is_mapped(uintptr_t address) {
    unsigned char resident;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    return mincore((void *)(address & ~(page - 1)), 1, &resident) == 0;
}

static int write_all(int file, const char *bytes, size_t size) {
    while (size > 0) {
        ssize_t written = write(file, bytes, size);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return -errno;
        bytes += written;
        size -= (size_t)written;
    }
    return 0;
}

int heddle_sealed_copy(const char *name, const void *bytes, size_t size) {
    int file = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return -errno;
    int error = write_all(file, bytes, size);
    if (error == 0 && fcntl(file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) != 0)
        error = -errno;
    if (error == 0) return file;
    close(file);
    return error;
}
