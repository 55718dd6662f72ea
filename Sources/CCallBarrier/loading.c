// SPDX-License-Identifier: Apache-2.0
// The functions of the dynamic linker that Swift's Glibc module lacks.

#define _GNU_SOURCE
#include "CCallBarrier.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <unistd.h>

struct link_map *heddle_link_map(void *handle) {
    struct link_map *map = NULL;
    return dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 ? map : NULL;
}

const char *heddle_object_at(const void *address) {
    Dl_info found;
    return dladdr(address, &found) != 0 ? found.dli_fname : NULL;
}

bool heddle_is_mapped(uintptr_t address) {
    unsigned char resident;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    return mincore((void *)(address & ~(page - 1)), 1, &resident) == 0;
}

// Copies by way of a pipe, for which the kernel says too where a page is not there.
static bool copy_through_pipe(const char *source, char *target, size_t size) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    bool is_copied = true;
    while (size > 0 && is_copied) {
        size_t piece = size < PIPE_BUF ? size : PIPE_BUF;
        is_copied = write(ends[1], source, piece) == (ssize_t)piece && read(ends[0], target, piece) == (ssize_t)piece;
        source += piece, target += piece, size -= piece;
    }
    close(ends[0]);
    close(ends[1]);
    return is_copied;
}

// The kernel copies from this process to itself, and says where a page is not there. Sandboxes may forbid that.
static bool is_forbidden(void) { return errno == EPERM || errno == ENOSYS; }

bool heddle_copy_from(uintptr_t source, void *target, size_t size) {
    struct iovec here = {target, size}, there = {(void *)source, size};
    if (size == 0 || process_vm_readv(getpid(), &here, 1, &there, 1, 0) == (ssize_t)size) return true;
    return is_forbidden() && copy_through_pipe((const char *)source, target, size);
}

bool heddle_copy_to(uintptr_t target, const void *source, size_t size) {
    struct iovec here = {(void *)source, size}, there = {(void *)target, size};
    if (size == 0 || process_vm_writev(getpid(), &here, 1, &there, 1, 0) == (ssize_t)size) return true;
    return is_forbidden() && copy_through_pipe(source, (char *)target, size);
}

bool heddle_allows_execution(const char *folder) {
    struct statvfs system;
    return statvfs(folder, &system) == 0 && (system.f_flag & (ST_NOEXEC | ST_RDONLY)) == 0;
}

uint64_t heddle_digest(uint64_t digest, const void *bytes, size_t size) {
    const char *next = bytes;
    for (; size > 0; digest ^= digest >> 29) {
        uint64_t word = 0;
        size_t count = size < sizeof word ? size : sizeof word;
        memcpy(&word, next, count);
        digest = (digest ^ word ^ count) * 0x9E3779B97F4A7C15u;
        next += count;
        size -= count;
    }
    return digest;
}

bool heddle_file_holds(int file, const void *bytes, size_t size) {
    if (size == 0) return true;
    void *held = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (held == MAP_FAILED) return false;
    bool is_same = memcmp(held, bytes, size) == 0;
    munmap(held, size);
    return is_same;
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
