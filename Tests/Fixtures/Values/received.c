// SPDX-License-Identifier: Apache-2.0
// Pointers to buffers that a function returns through a parameter.

#include <heddle/module.h>
#include <stdlib.h>
#include <string.h>

HEDDLE_EXPORT void drop(void *memory);

HEDDLE_ACTION(int, receive_numbers, int wanted, _Outptr_result_buffer_maybenull_(*count) _Free_(drop) int **numbers,
              _Out_ int *count)
int receive_numbers(int wanted, int **numbers, int *count) {
    *count = wanted;
    *numbers = wanted == 0 ? NULL : malloc(sizeof(int) * (size_t)wanted);
    for (int i = 0; i < wanted; i++) (*numbers)[i] = 10 * (i + 1);
    return wanted;
}

// As archive_read_data_block hands out a block of what it has read.
HEDDLE_ACTION(void, receive_block, _Outptr_result_bytebuffer_(*size) const void **block, _Out_ size_t *size)
void receive_block(const void **block, size_t *size) {
    static const unsigned char bytes[] = {0, 1, 0xFF, 0};
    *block = bytes;
    *size = sizeof bytes;
}

HEDDLE_ACTION(void, receive_lie, long claim, _Outptr_result_buffer_(*count) const int **numbers, _Out_ long *count)
void receive_lie(long claim, const int **numbers, long *count) {
    static const int some[4];
    *numbers = some;
    *count = claim;
}

// As getline, which returns the length of what it has put there.
HEDDLE_ACTION(int, receive_line, _Outptr_opt_result_buffer_(return) const char **line)
int receive_line(const char **line) {
    if (line == NULL) return -1;
    *line = "weft and warp";
    return 4;
}
