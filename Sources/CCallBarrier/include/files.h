// SPDX-License-Identifier: Apache-2.0
// Files, as far as Swift's Glibc does not show it. A part of CCallBarrier.h, which includes it.
#ifndef CCALLBARRIER_FILES_H
#define CCALLBARRIER_FILES_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

// Whether a file is on a file system of the kernel's own, such as proc or sysfs. Its files are stored nowhere: most say
// that they are regular ones of 0 bytes, and some of them wait for ever, or lose what was read.
bool heddle_is_kernel_file(int file);

#ifdef __cplusplus
}
#endif

#endif
