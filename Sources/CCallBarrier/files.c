// SPDX-License-Identifier: Apache-2.0
// Files, as far as Swift's Glibc does not show it.

#define _GNU_SOURCE
#include "CCallBarrier.h"

#include <errno.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <unistd.h>

// <linux/magic.h> has no name for configfs.
enum { CONFIGFS_MAGIC = 0x62656570 };

bool heddle_is_kernel_file(int file) {
    struct statfs system;
    if (fstatfs(file, &system) != 0) return false;
    switch ((unsigned int)system.f_type) {
    case PROC_SUPER_MAGIC:
    case SYSFS_MAGIC:
    case DEBUGFS_MAGIC:
    case TRACEFS_MAGIC:
    case SECURITYFS_MAGIC:
    case SELINUX_MAGIC:
    case CGROUP_SUPER_MAGIC:
    case CGROUP2_SUPER_MAGIC:
    case BPF_FS_MAGIC:
    case CONFIGFS_MAGIC: return true;
    default: return false;
    }
}

int heddle_memory_file(const char *name) {
    int file = memfd_create(name, MFD_CLOEXEC);
    return file < 0 ? -errno : file;
}

int heddle_pass_on(int from, int to) {
    char piece[4096];
    off_t place = 0;
    for (;;) {
        ssize_t size = pread(from, piece, sizeof piece, place);
        if (size < 0 && errno == EINTR) continue;
        if (size <= 0) return size == 0 ? 0 : -errno;
        place += size;
        for (char *rest = piece; size > 0;) {
            ssize_t written = write(to, rest, (size_t)size);
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) return -errno;
            rest += written;
            size -= written;
        }
    }
}
