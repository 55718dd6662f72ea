// SPDX-License-Identifier: Apache-2.0
#include <heddle/module.h>
#include <stdlib.h>
#include <string.h>

HEDDLE_MODULE("flawed", "1.0.0")
HEDDLE_ACTION(int32_t, act, const char *text)

int32_t act(const char *text) {
    size_t size = strlen(text);
    // There is no room for the end of the text.
    char *copy = malloc(size + (size == 0));
    if (copy == NULL) return 0;
    memcpy(copy, text, size);
    volatile char *last = copy + size;
    int32_t end = *last;
    free(copy);
    return end == 1000;
}
