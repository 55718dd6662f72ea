// SPDX-License-Identifier: Apache-2.0
// Files, as far as Swift's Glibc does not show it.

#include "CCallBarrier.h"

#include <linux/magic.h>
#include <sys/vfs.h>

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
