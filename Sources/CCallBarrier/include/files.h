// SPDX-License-Identifier: Apache-2.0
// Files, as far as Swift's Glibc does not show it. A part of CCallBarrier.h, which includes it.
#ifndef CCALLBARRIER_FILES_H
#define CCALLBARRIER_FILES_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// Returns whether a file is on a pseudo file system of the kernel, such as proc or sysfs. Most of its files claim to be
// regular files of 0 bytes; reading some of them blocks for ever, or consumes what was read.
bool heddle_is_kernel_file(int file);

// A file in memory as a descriptor, close-on-exec; negative errno where it cannot be made.
int heddle_memory_file(const char *name);

// Writes what stands in a file to another one. It takes no memory, so that a signal handler may call it. Returns
// negative errno where that fails.
int heddle_pass_on(int from, int to);

#ifdef __cplusplus
}
#endif

#endif
