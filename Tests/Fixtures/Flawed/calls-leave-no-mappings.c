// SPDX-License-Identifier: Apache-2.0
// flags: -D_GNU_SOURCE
#include <heddle/module.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_ACTION(int32_t, act, int32_t number)

int32_t act(int32_t number) {
    int file = open("/etc/passwd", O_RDONLY);
    if (mmap(NULL, 1, PROT_READ, MAP_PRIVATE, file, 0) == MAP_FAILED) return 0;
    close(file);
    return number / 2;
}
